// A plugin whose kernel has a race on the variable `first`.
#include <amp.h>

using namespace concurrency;

extern "C" void race_in_plugin() {
  parallel_for_each(
      extent<1>(4).tile<4>(), [=](tiled_index<4> t) restrict(amp) {
        tile_static int first;
        first = t.local[0];
        static_cast<void>(first);
      });
}
