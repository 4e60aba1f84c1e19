# With abort_on_error=1, a core dump has the threads as they are when a race is detected.
milliamp threads
milliamp static
milliamp thread 2
print opposite
milliamp thread 0
bt
