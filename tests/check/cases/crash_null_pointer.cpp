// A structure in a kernel has a pointer that nothing sets. What was wrong before it is reported, too.
// exits with 139
#include <amp.h>

#include <vector>

using namespace concurrency;

struct particle {
  float* mass;
  [[gnu::noinline]] float weight() const restrict(amp) {
    return *mass;
  }
};

int main() {
  std::vector<float> weights(4);
  array_view<float> out(4, weights);
  const particle one{nullptr};
  parallel_for_each(out.extent.tile<4>(), [=](tiled_index<4> t) restrict(amp) {
    tile_static float largest;
    tile_static float offset;
    largest = 0;
    t.barrier.wait();
    out[t.global] = t.local[0] == 2 ? one.weight() : largest + offset;
  });
}
