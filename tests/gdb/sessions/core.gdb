# The commands on a core dump, and what needs a running program.
milliamp threads
milliamp thread 1,0
bt
print t.local[0]
print sums[row]
milliamp thread 0,1
bt
up
up
down
milliamp bt
milliamp print row * 10 + t.local[1]
milliamp static
milliamp next
