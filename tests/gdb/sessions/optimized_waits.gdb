# A program compiled with -O2 stops at a line with a wait, and is followed over it.
tbreak main
run
milliamp break {LINE first wait} --local 1,1
continue
bt
milliamp next
delete
milliamp until {LINE in middle}
milliamp threads
kill
