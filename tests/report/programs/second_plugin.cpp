// As first_plugin.cpp, on other lines. The machine code is the same, so that the call of the
// callback has the same address if this plugin takes the place of the other one.
//
#include <amp.h>

using namespace concurrency;

extern "C" void race_in_plugin() {
  parallel_for_each(
      extent<1>(4).tile<4>(), [=](tiled_index<4> t) restrict(amp) {
        tile_static int second;
        second = t.local[0];
        static_cast<void>(second);
      });
}
