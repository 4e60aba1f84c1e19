// A variable that is too large, declared in the line that launches its kernel.
#include <amp.h>

#include <vector>

using namespace concurrency;

int main() {
  std::vector<int> data(8);
  array_view<int> out(data);
  try {
    // clang-format off
    parallel_for_each(out.extent.tile<8>(), [=](tiled_index<8> t) restrict(amp) { tile_static int a[10000]; a[t.local[0]] = 1; out[t] = a[t.local[0]]; });
    // clang-format on
  } catch (const runtime_exception&) {
  }
}
