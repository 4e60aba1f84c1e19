# A program compiled with -O2.
break {LINE behind wait in middle}
run
delete
milliamp threads
milliamp thread 1,2
bt
up 9
print numbers
milliamp print left
milliamp bt
milliamp static
milliamp thread
milliamp next
kill
