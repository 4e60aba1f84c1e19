# The core dump of a divergent barrier, with abort_on_error=1.
milliamp tiles
milliamp threads
milliamp thread 1
bt
print number
milliamp print number
