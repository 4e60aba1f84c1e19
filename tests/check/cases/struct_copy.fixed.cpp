// A struct is copied before its last member is written.
#include <amp.h>

#include <vector>

using namespace concurrency;

struct matrix {
  int values[16];
};

int main() {
  std::vector<int> data(2);
  array_view<int> out(2, data);
  parallel_for_each(out.extent.tile<2>(), [=](tiled_index<2> t) restrict(amp) {
    tile_static matrix shared;
    if (t.local[0] == 0) shared = matrix{};
    t.barrier.wait();
    if (t.local[0] == 1) shared.values[15] = 1;
    t.barrier.wait();
    out[t.global] = shared.values[15];
  });
}
