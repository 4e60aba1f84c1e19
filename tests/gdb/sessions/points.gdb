# An untiled launch.
break {LINE store} if $amp_global(0) == 1 && $amp_global(1) == 1
run
milliamp threads --state running
milliamp thread
bt
up
info locals
down
print i
milliamp print number
milliamp bt
milliamp next
milliamp static
milliamp thread --global 0,0
milliamp until {LINE store}
kill
