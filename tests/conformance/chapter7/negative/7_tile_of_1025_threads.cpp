// error: at most 1024 threads
#include <amp.h>

using namespace concurrency;

void f() { parallel_for_each(extent<1>(1025).tile<1025>(), [](tiled_index<1025>) restrict(amp){}); }
