// The kernel and the functions that it calls have much tile_static memory, but not too much. What
// another kernel calls, or none, does not count.
#include <amp.h>

#include <iostream>
#include <vector>

using namespace concurrency;

float sum_of_neighbours(const tiled_index<64>& t, float value) restrict(amp) {
  tile_static float values[64 * 16];
  for (int i = 0; i < 16; ++i) values[16 * t.local[0] + i] = value;
  t.barrier.wait();
  return values[(16 * t.local[0] + 16) % (64 * 16)] + value;
}

__attribute__((used)) char never_called(const tiled_index<64>& t) restrict(amp) {
  tile_static char values[80000];
  values[t.local[0]] = 1;
  return values[t.local[0]];
}

int main() {
  std::vector<float> data(64, 1);
  array_view<float> sums(64, data);
  try {
    parallel_for_each(sums.extent.tile<64>(), [=](tiled_index<64> t) restrict(amp) {
      tile_static float many[64 * 64];
      for (int i = 0; i < 64; ++i) many[64 * t.local[0] + i] = sums[t.global];
      sums[t.global] = sum_of_neighbours(t, many[64 * t.local[0] + 63]);
    });
  } catch (const runtime_exception&) {
    std::cout << "the launch has failed\n";
  }
}
