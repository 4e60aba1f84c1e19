# Elements that are objects; a place that the tile has passed; expressions that some threads lack.
break {LINE store}
run
delete
milliamp until {LINE call}
milliamp print particles[t.global]
milliamp print particles[t.global].mass
milliamp until {LINE result}
milliamp static
milliamp until {LINE call}
break {LINE behind the loop}
continue
milliamp threads
milliamp threads --where "step == 1"
milliamp threads --where "total > 0"
milliamp threads --state begun
kill
