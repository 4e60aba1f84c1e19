# With halt_on_error=1, gdb stops before the process ends.
run
milliamp thread
continue
print $amp_local(0)
bt
kill
