// Each thread reads vectors that another thread has written.
#include <amp.h>
#include <amp_short_vectors.h>

#include <vector>

using namespace concurrency;
using graphics::float_4;
using graphics::int_2;

struct particle {
  float_4 position;
  int_2 cell;
};

int main() {
  std::vector<float> numbers(8);
  array_view<float> results(8, numbers);
  parallel_for_each(results.extent.tile<8>(), [=](tiled_index<8> t) restrict(amp) {
    tile_static float_4 colors[8];
    tile_static particle particles[8];
    const int l = t.local[0];
    colors[l] = float_4(1);
    particles[l].position = float_4(2);
    particles[l].cell = int_2(l, l);
    t.barrier.wait();
    const float red = colors[7 - l].r;
    const particle other = particles[7 - l];
    results[t.global] =
        red + other.position.w + other.cell.x + other.cell.y;
  });
  results.synchronize();
}
