// error: a tile_static variable must be local to a function
#include <amp.h>

template <class T>
struct sums {
  tile_static T total;
};
sums<int> s;
