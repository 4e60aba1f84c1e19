// Two variables that are as large as they may be together.
#include <amp.h>

#include <iostream>
#include <vector>

using namespace concurrency;

int main() {
  std::vector<double> data(64, 1);
  array_view<double> sums(64, data);
  try {
    parallel_for_each(sums.extent.tile<64>(), [=](tiled_index<64> t) restrict(amp) {
      tile_static double many[64 * 32];
      tile_static double more[64 * 32];
      for (int i = 0; i < 32; ++i) {
        many[32 * t.local[0] + i] = more[32 * t.local[0] + i] = sums[t.global];
      }
      sums[t.global] = many[32 * t.local[0]] + more[32 * t.local[0]];
    });
  } catch (const runtime_exception&) {
    std::cout << "the launch has failed\n";
  }
}
