// error: at most 1024 threads
#include <amp.h>

using namespace concurrency;

tiled_extent<1025> t;
