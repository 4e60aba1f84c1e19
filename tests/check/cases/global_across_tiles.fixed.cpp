// Each tile writes the first element of the next one.
#include <amp.h>

#include <vector>

using namespace concurrency;

int main() {
  std::vector<int> data(8);
  array_view<int> out(8, data);
  parallel_for_each(out.extent.tile<4>(), [=](tiled_index<4> t) restrict(amp) {
    out[t.global] = 0;
    if (t.local[0] == 3) out[t.global] = t.tile[0];
  });
}
