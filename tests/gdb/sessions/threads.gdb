# The tables, the selection of a thread, call stacks.
break {LINE behind wait in middle}
run
milliamp threads
bt
milliamp thread 1,2
bt
print left
up
print number
milliamp thread
print number
milliamp thread --global 0,1
milliamp threads --state waiting --where "t.local[1] == 2"
milliamp thread 2,0
milliamp threads --tile 7,7
milliamp bt
continue 2
milliamp threads
milliamp thread 0,0
kill
milliamp threads
