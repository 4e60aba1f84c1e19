// The kernel and the functions that it calls have too much tile_static memory together.
#include <amp.h>

#include <iostream>
#include <vector>

using namespace concurrency;

float sum_of_neighbours(const tiled_index<64>& t, float value) restrict(amp) {
  tile_static float values[64 * 80];
  for (int i = 0; i < 80; ++i) values[80 * t.local[0] + i] = value;
  t.barrier.wait();
  return values[(80 * t.local[0] + 80) % (64 * 80)] + value;
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
