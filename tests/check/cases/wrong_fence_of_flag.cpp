// One thread tells another by a flag that it has written; the fence before it orders other memory.
#include <amp.h>

#include <vector>

using namespace concurrency;

int main() {
  std::vector<int> data(1);
  array_view<int> out(1, data);
  parallel_for_each(extent<1>(2).tile<2>(), [=](tiled_index<2> t) restrict(amp) {
    tile_static int mail, is_full;
    if (t.local[0] == 0) is_full = 0;
    t.barrier.wait();
    if (t.local[0] == 0) {
      mail = 5;
      global_memory_fence(t.barrier);
      atomic_exchange(&is_full, 1);
    } else if (atomic_fetch_or(&is_full, 0) == 1) {
      tile_static_memory_fence(t.barrier);
      out[0] = mail;
    }
  });
}
