# The tiles, before and after the first barrier.
break {LINE store}
run
milliamp tiles
milliamp threads
continue 3
milliamp threads
break {LINE behind wait in middle}
continue
delete
milliamp tiles
set milliamp all-frames on
show milliamp all-frames
set milliamp all-frames off
kill
milliamp tiles
