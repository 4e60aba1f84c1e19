// A program with a small kernel and the debug information of the command, over 10 MB. With an
// argument, the kernel has a data race.

#include <amp.h>

using namespace concurrency;

int main(int arguments, char**) {
  const bool races = arguments > 1;
  int last = 0;
  const array_view<int> result(1, &last);
  parallel_for_each(
      extent<1>(64).tile<64>(), [=](tiled_index<64> t) restrict(amp) {
        tile_static int total;
        if (races || t.local[0] == 0) total = t.local[0];
        t.barrier.wait();
        if (t.local[0] == 0) result[0] = total;
      });
}
