# Threads that are held back.
break {LINE behind first wait}
run
delete
milliamp thread 0,2
milliamp freeze
milliamp freeze 1,0 1,1
milliamp thread
milliamp until {LINE behind wait in middle}
milliamp threads
milliamp thread 0,2
milliamp next
milliamp thaw 0,2
milliamp next
milliamp threads --where "$amp_local(0) == 0"
milliamp thaw
milliamp until {LINE behind wait in middle}
milliamp threads
break {LINE end}
milliamp continue
print numbers[31]
kill
