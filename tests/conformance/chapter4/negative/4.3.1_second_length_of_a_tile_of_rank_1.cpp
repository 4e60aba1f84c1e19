// error: tile_dim1
#include <amp.h>

using namespace concurrency;

int length = tiled_extent<4>::tile_dim1;
