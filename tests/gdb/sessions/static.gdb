# The tile_static variables, with what has not been written.
break {LINE store} if $amp_local(0) == 1 && $amp_local(1) == 1
run
milliamp static
delete
break {LINE behind wait in middle}
continue
milliamp static
kill
