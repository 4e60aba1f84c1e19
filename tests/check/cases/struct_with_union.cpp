// One member is never written; the longer members of the union need not be.
#include <amp.h>

#include <vector>

using namespace concurrency;

union number {
  float single;
  double twice;
  struct {
    int low, high;
  } halves;
};

struct sample {
  number value;
  int count;
};

int main() {
  std::vector<float> data(4);
  array_view<float> sums(4, data);
  array<sample> samples(4), copies(4);
  parallel_for_each(samples.extent.tile<4>(), [=, &samples](tiled_index<4> t) restrict(amp) {
    tile_static sample shared[4];
    shared[t.local[0]].value.single = 0.5f;
    t.barrier.wait();
    const sample other = shared[3 - t.local[0]];
    samples[t.global].value.single = other.value.single;
    samples[t.global].count = other.count;
  });
  parallel_for_each(sums.extent, [=, &samples, &copies](index<1> i) restrict(amp) {
    copies[i] = samples[i];
    sums[i] = copies[i].value.single + copies[i].count;
  });
}
