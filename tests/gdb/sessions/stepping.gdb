# The same thread, over its barriers, and into and out of functions.
break {LINE start}
run
milliamp break {LINE first wait} --local 0,1 --tile 0,1
info breakpoints
continue
bt
milliamp next
print t.local
milliamp next
milliamp step
milliamp next
milliamp next
print t.local
milliamp next
milliamp threads
milliamp thread 1,3
milliamp next
print t.local
milliamp step
milliamp next
milliamp next
milliamp next
milliamp next
milliamp next
milliamp next
kill
milliamp next
