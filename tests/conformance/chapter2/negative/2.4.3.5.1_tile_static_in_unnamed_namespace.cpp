// error: a tile_static variable must be local to a function
#include <amp.h>

namespace {
int tile_static count;
}
