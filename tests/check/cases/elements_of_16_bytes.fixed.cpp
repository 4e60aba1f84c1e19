// Neighbours in an array of vectors.
#include <amp.h>

#include <vector>

using namespace concurrency;

struct alignas(16) four {
  float x, y, z, w;
};

int main() {
  std::vector<float> data(4);
  array_view<float> out(4, data);
  parallel_for_each(out.extent.tile<4>(), [=](tiled_index<4> t) restrict(amp) {
    tile_static four values[4];
    const int i = t.local[0];
    values[i] = four{1, 2, 3, 4};
    t.barrier.wait();
    out[t.global] = values[3 - i].w;
  });
}
