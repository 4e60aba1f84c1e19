// The instances of a function template have a variable each. Its name does not tell which is which.
#include <amp.h>

#include <iostream>
#include <vector>

using namespace concurrency;

template <int Step>
float neighbour(const tiled_index<64>& t, float value) restrict(amp) {
  tile_static float values[64 * 80];
  values[80 * t.local[0]] = value;
  t.barrier.wait();
  return values[80 * ((t.local[0] + Step) % 64)];
}

int main() {
  std::vector<float> data(64, 1);
  array_view<float> sums(64, data);
  try {
    parallel_for_each(sums.extent.tile<64>(), [=](tiled_index<64> t) restrict(amp) {
      const float value = sums[t.global];
      sums[t.global] = neighbour<1>(t, value) + neighbour<2>(t, value);
    });
  } catch (const runtime_exception&) {
    std::cout << "the launch has failed\n";
  }
}
