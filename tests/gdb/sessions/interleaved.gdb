# The points of an untiled launch under a schedule that lets them take turns.
break {LINE store} if $amp_global(0) == 9
run
milliamp tiles
milliamp threads
milliamp threads --state interrupted --where "bin == 3 && i[0] < 50"
milliamp print bin
milliamp bt
milliamp thread --global 35
print i
bt
up
print numbers[1]
milliamp thread 8
print bin
milliamp thread 0
milliamp thread --global 299
milliamp thread
milliamp next
milliamp freeze
kill
