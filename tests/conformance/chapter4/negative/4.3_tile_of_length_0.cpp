// error: lengths of a tile must be greater than 0
#include <amp.h>

using namespace concurrency;

tiled_extent<0> t;
