# Threads that are held back in tiles that fail.
break {LINE begin}
break {LINE end}
run
disable 1
milliamp until {LINE fail}
milliamp threads
milliamp until {LINE wait}
milliamp threads
continue
print has_diverged
enable 1
continue
disable 1
milliamp freeze 0 1
milliamp continue
milliamp thaw
continue
print has_diverged
kill
