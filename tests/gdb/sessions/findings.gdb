# milliamp_on_finding, with the faulty thread on the call stack.
set breakpoint pending on
break milliamp_on_finding
run
milliamp thread
bt
print $amp_local(0)
continue
milliamp thread
kill
