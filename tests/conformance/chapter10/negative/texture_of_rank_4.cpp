// error: .*the rank of a texture must be 1, 2 or 3
// Spec 10.1: N can be one of 1, 2 or 3.
#include <amp_graphics.h>

concurrency::graphics::texture<int, 4> t{concurrency::extent<4>()};
