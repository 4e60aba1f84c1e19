// error: a tile_static variable must be local to a function
#include <amp.h>

struct sums {
  tile_static int total;
};
