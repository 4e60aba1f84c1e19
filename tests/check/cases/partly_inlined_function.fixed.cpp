// The calls of a function whose condition a compiler may inline alone, with a barrier between them.
#include <amp.h>

#include <vector>

using namespace concurrency;

template <int Width>
void fold(int* sums, int i) restrict(amp) {
  if (i < Width) sums[i] += sums[i + Width];
}

int main() {
  std::vector<int> ones(64, 1);
  const array_view<int> view(64, ones);
  parallel_for_each(view.extent.tile<64>(), [=](tiled_index<64> t) restrict(amp) {
    tile_static int sums[64];
    const int i = t.local[0];
    sums[i] = view[t];
    t.barrier.wait();
    fold<32>(sums, i);
    t.barrier.wait();
    fold<16>(sums, i);
    t.barrier.wait();
    if (i == 0) view[0] = sums[0] + sums[1];
  });
  view.synchronize();
}
