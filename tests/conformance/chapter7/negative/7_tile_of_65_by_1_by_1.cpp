// error: first length of a tile of rank 3 must be at most 64
#include <amp.h>

using namespace concurrency;

void f() {
  parallel_for_each(extent<3>(65, 1, 1).tile<65, 1, 1>(),
                    [](tiled_index<65, 1, 1>) restrict(amp){});
}
