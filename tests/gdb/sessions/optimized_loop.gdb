# A function with barriers that is inlined into the kernel, and its loop unrolled.
tbreak main
run
milliamp break {LINE in sum_up} --local 3
continue
milliamp thread
delete
milliamp until {LINE result}
kill
