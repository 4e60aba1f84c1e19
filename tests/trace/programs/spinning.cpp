// Thread 0 of a tile waits for a change that nobody makes.

#include <amp.h>

using namespace concurrency;

int main() try {
  parallel_for_each(
      extent<1>(2).tile<2>(), [=](tiled_index<2> t) restrict(amp) {
        tile_static int flag;
        if (t.local[0] == 1) return;
        for (flag = 0; atomic_fetch_add(&flag, 0) == 0;) {
        }
      });
} catch (const runtime_exception&) {
}
