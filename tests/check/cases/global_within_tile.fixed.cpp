// Threads of a tile write one element of a view.
#include <amp.h>

#include <vector>

using namespace concurrency;

int main() {
  std::vector<int> data(8);
  array_view<int> out(8, data);
  parallel_for_each(out.extent.tile<4>(), [=](tiled_index<4> t) restrict(amp) { out[t.global] = t.local[0]; });
}
