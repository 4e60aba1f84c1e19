// The accesses are in functions that the compiler inlines.
#include <amp.h>

#include <vector>

using namespace concurrency;

static inline __attribute__((always_inline)) void store(float* to, int i, float value) {
  to[i] = value;
}

static inline __attribute__((always_inline)) float mirrored(const float* from, int i) {
  return from[3 - i];
}

static inline __attribute__((always_inline)) float exchange(float* values, int i, float value,
                                                               tile_barrier barrier) {
  store(values, i, value);
  barrier.wait();
  return mirrored(values, i);
}

int main() {
  std::vector<float> data(4);
  array_view<float> out(4, data);
  parallel_for_each(out.extent.tile<4>(), [=](tiled_index<4> t) restrict(amp) {
    tile_static float values[4];
    out[t.global] = exchange(values, t.local[0], 0.5f, t.barrier);
  });
}
