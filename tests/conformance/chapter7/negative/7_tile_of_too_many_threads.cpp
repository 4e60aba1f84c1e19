// error: at most 1024 threads
#include <amp.h>

using namespace concurrency;

void f() {
  parallel_for_each(extent<2>(64, 64).tile<64, 32>(), [](tiled_index<64, 32>) restrict(amp){});
}
