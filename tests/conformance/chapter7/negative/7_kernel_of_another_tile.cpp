// error: must be callable with tiled_index
#include <amp.h>

using namespace concurrency;

void f() { parallel_for_each(extent<1>(4).tile<4>(), [](tiled_index<2>) restrict(amp){}); }
