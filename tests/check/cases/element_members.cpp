// Threads of a tile write one member of an element of a view.
#include <amp.h>

#include <vector>

using namespace concurrency;

struct vector_3 {
  float x, y, z;
};

struct particle {
  int number;
  vector_3 velocity;
};

int main() {
  std::vector<particle> data(8);
  array_view<particle> particles(8, data);
  parallel_for_each(particles.extent.tile<4>(), [=](tiled_index<4> t) restrict(amp) {
    particles[t.tile_origin].velocity.y = 1.0f / static_cast<float>(1 + t.local[0]);
  });
}
