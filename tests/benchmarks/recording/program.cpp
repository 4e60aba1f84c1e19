// Launches a tile of 256 threads that meet at 64 barriers, as often as its argument says.

#include <amp.h>

#include <cstdlib>

using namespace concurrency;

int main(int, char** argv) {
  int sum = 0;
  const array_view<int> result(1, &sum);
  for (int launch = std::atoi(argv[1]); launch > 0; --launch) {
    parallel_for_each(
        extent<1>(256).tile<256>(), [=](tiled_index<256> t) restrict(amp) {
          tile_static int ring[256];
          const int i = t.local[0];
          ring[i] = i;
          for (int k = 0; k < 32; ++k) {
            t.barrier.wait();
            const int next = ring[(i + 1) % 256];
            t.barrier.wait();
            ring[i] = next;
          }
          if (i == 0) result[0] = ring[0];
        });
  }
}
