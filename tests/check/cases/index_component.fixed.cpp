// The index has all components that are used.
#include <amp.h>

#include <vector>

using namespace concurrency;

int main() {
  std::vector<int> data(4);
  array_view<int> out(4, data);
  parallel_for_each(out.extent.tile<4>(), [=](tiled_index<4> t) restrict(amp) {
    index<3> position(1, 2, 3);
    out[t.global] = position[t.local[0] % 3];
  });
}
