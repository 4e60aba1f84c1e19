// error: (assignment of read-only|cannot assign|passing .const|no viable overloaded)
#include <amp.h>

using namespace concurrency;

void f(tiled_extent<4>& t) { t.tile_extent = extent<1>(8); }
