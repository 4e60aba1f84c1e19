# The call stack of a kernel thread ends at the kernel; the frame above it is that of the launch.
break {LINE behind wait in middle}
run
up
up
print bias
up
down
down 5
down
up 2
milliamp thread 0,1
up 2
print numbers
bt
interpreter-exec mi "-enable-frame-filters"
interpreter-exec mi "-stack-list-frames"
# From the frame of the launch, the program goes on as from the kernel's.
milliamp thread
up 2
milliamp next
up 2
down 2
finish
up
kill
