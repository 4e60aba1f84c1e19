// error: a tile_static variable is local to a function
#include <amp.h>

namespace {
int tile_static count;
}
