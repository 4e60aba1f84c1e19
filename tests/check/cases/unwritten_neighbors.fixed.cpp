// One launch writes the elements, another one reads them.
#include <amp.h>

#include <vector>

using namespace concurrency;

int main() {
  std::vector<int> data(16);
  array<int> values(16);
  array_view<int> out(16, data);
  parallel_for_each(out.extent.tile<4>(), [&values](tiled_index<4> t) restrict(amp) {
    values[t] = t.global[0];
  });
  parallel_for_each(out.extent.tile<4>(), [=, &values](tiled_index<4> t) restrict(amp) {
    out[t] = values[(t.global[0] + 2) % 16];
  });
}
