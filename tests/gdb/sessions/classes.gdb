# The pretty printers.
break {LINE print}
run
print point
print point[0]
print box
print box[2]
print tiles
print cube
print cube[1]
print cube[1][2][3]
print matrix
print section
print section[1]
print section[1][2]
print $amp_at(section, 1, 2)
print inner
print inner[1]
print inner[1][0][2]
print line
print line[5]
print copy
print copy[3][5]
print color
print pair
print half
print color.x
print picture
print $amp_at(picture, 1, 0)
print $amp_at(picture, 1, 0).y
print $amp_at(picture, 2, 0)
print gray
print view
print view[corner]
print view[0]
print gray[2]
print device
print queue
kill
