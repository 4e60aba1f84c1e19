// error: first length of a tile of rank 3 is at most 64
#include <amp.h>

using namespace concurrency;

tiled_extent<65, 1, 1> t;
