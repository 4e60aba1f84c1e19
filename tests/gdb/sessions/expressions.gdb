# Subscripts, elements, printers, conditions, the grid.
break {LINE behind wait in middle} if t.global[1] == 6 && t.local[0] == 1
run
print t.global
delete
break {LINE result} if data[0][0] == 100 && data[t.global] == 15
continue
print t.global
kill
delete
break {LINE behind wait in middle} if $amp_global(1) == 6
run
print t
print t.local[0]
print t.global
print t.barrier
milliamp print left
milliamp print t.local
up
print data
print data[1]
print data[1][2]
print data[t.global]
print $amp_at(data, 1, 2)
print $amp_at(data, t.global)
print $amp_at(data, 4, 0)
print $amp_at(data, 1)
print $amp_tile(0)
print $amp_local(1)
print data.extent
print data.extent[1]
print data.source_accelerator_view
milliamp thread 1,3
print $amp_local(0)
milliamp print $amp_global(1)
milliamp print nothing
milliamp print
kill
