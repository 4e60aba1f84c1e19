// Both members are written, and what lies between them is not.
#include <amp.h>

#include <vector>

using namespace concurrency;

struct sample {
  int number;
  double value;
};

int main() {
  std::vector<double> data(4);
  array_view<double> sums(4, data);
  parallel_for_each(sums.extent.tile<4>(), [=](tiled_index<4> t) restrict(amp) {
    tile_static sample samples[4];
    samples[t.local[0]].number = t.local[0];
    samples[t.local[0]].value = 0.5;
    t.barrier.wait();
    const sample other = samples[3 - t.local[0]];
    sums[t.global] = other.number + other.value;
  });
}
