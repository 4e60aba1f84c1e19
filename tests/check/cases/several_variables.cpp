// Two variables, each of which needs the barrier.
#include <amp.h>

#include <vector>

using namespace concurrency;

int main() {
  std::vector<float> data(4);
  array_view<float> out(4, data);
  parallel_for_each(out.extent.tile<4>(), [=](tiled_index<4> t) restrict(amp) {
    tile_static int values[4];
    tile_static float weights[4];
    const int i = t.local[0];
    values[i] = i;
    weights[i] = 0.5f;
    const int value = values[3 - i];
    const float weight = weights[3 - i];
    out[t.global] = value * weight;
  });
}
