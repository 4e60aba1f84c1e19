// error: a tile_static variable must be local to a function
#include <amp.h>

tile_static float row[16];
