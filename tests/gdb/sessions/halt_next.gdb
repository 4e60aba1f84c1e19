# The commands of the library stop there, too, and the process ends with it.
break {LINE index} if $amp_local(0) == 3
run
milliamp next
milliamp thread
bt
milliamp continue
