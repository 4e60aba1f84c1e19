# gdb's own commands: they pass over the library's functions, and stay in the thread at barriers.
break {LINE store} if $amp_local(1) == 2
run
delete
step
print t
next
print t
print data[t]
next
next
print t
print result
kill
