// Each thread writes a member of an element of its own.
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
    particles[t.global].velocity.y = 1.0f / static_cast<float>(1 + t.local[0]);
  });
}
