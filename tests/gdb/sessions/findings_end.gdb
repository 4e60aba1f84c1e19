# gdb may end where a finding has stopped it.
set breakpoint pending on
break milliamp_on_finding
run
