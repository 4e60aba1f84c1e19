# With halt_on_error=1, gdb stops at the first finding, whose report has been printed.
run
milliamp thread
bt
print $amp_local(0)
milliamp threads
kill
