# All threads of the tile, to one place within their code.
break {LINE store}
run
delete
milliamp until {LINE behind wait in middle}
milliamp threads
milliamp bt
milliamp print row[left]
milliamp thread 1,1
bt
print left
milliamp until {LINE result}
milliamp print result
milliamp threads
milliamp next
milliamp threads
milliamp until
# A place that does not exist: the program stays where it is.
milliamp until nofile:3
milliamp until nosuchfunction
milliamp until smooth.cpp:99999
milliamp break nofile.cpp:1
milliamp break nosuchfunction --local 0,0
info breakpoints
milliamp threads
break {LINE end}
continue
print numbers[31]
kill
