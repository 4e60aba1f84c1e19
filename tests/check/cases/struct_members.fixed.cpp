// Threads write members of one element.
#include <amp.h>

#include <vector>

using namespace concurrency;

struct particle {
  float x, y;
};

int main() {
  std::vector<float> data(4);
  array_view<float> out(4, data);
  parallel_for_each(out.extent.tile<4>(), [=](tiled_index<4> t) restrict(amp) {
    tile_static particle particles[2];
    const int i = t.local[0];
    if (i % 2 == 0) {
      particles[i / 2].x = 1;
    } else {
      particles[i / 2].y = 2;
    }
    t.barrier.wait();
    out[t.global] = particles[i / 2].x + particles[i / 2].y;
  });
}
