// error: a tile of rank 3 needs a second length
#include <amp.h>

using namespace concurrency;

tiled_extent<4, 0, 4> t;
