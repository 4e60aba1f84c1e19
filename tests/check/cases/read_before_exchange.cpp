// A sum is read while threads of the tile add to it by compare-exchange. The read in the loop is
// deliberate, since the exchange validates it; the one behind it is not.
#include <amp.h>

#include <vector>

using namespace concurrency;

void add(int* p, int x) restrict(amp) {
  int old = *p;
  while (!atomic_compare_exchange(p, &old, old + x)) {
  }
}

int main() {
  std::vector<int> data(8);
  array_view<int> out(8, data);
  parallel_for_each(out.extent.tile<8>(), [=](tiled_index<8> t) restrict(amp) {
    tile_static int sum;
    if (t.local[0] == 0) sum = 0;
    t.barrier.wait();
    add(&sum, t.local[0]);
    out[t.global] = sum;
  });
}
