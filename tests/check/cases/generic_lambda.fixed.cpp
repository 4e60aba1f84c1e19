#include <amp.h>

#include <vector>

using namespace concurrency;

int main() {
  std::vector<int> data(64);
  const array_view<int> view(64, data);
  parallel_for_each(view.extent, [=](auto i) restrict(amp) { view[i] = i[0]; });
  parallel_for_each(view.extent.tile<16>(), [=](auto t) restrict(amp) {
    tile_static int last;
    if (t.local[0] == 15) last = 15;
    t.barrier.wait();
    view[t.global] = last;
  });
}
