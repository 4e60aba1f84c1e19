// A member of each object is never written, and the objects are copied as a whole.
#include <amp.h>
#include <amp_short_vectors.h>

#include <vector>

using namespace concurrency;
using namespace concurrency::graphics;

struct particle {
  int charge;
  double mass;  // after padding, which copies read, too
  float_3 velocity;
  unsigned label;
};

union number {
  float real;
  double precise;
};

int main() {
  array<particle> particles(64);
  array<number> numbers(64);
  array<particle> sorted(64);
  array<float> sums(64);
  parallel_for_each(particles.extent, [&](index<1> i) restrict(amp) {
    particles[i].charge = 1;
    particles[i].mass = 2.0;
    particles[i].velocity = float_3(3.0f);
    particles[i].label = 7;
    numbers[i].real = 1.0f;
  });
  parallel_for_each(particles.extent.tile<64>(), [&](tiled_index<64> t) restrict(amp) {
    tile_static particle near[64];
    const int me = t.local[0];
    near[me].charge = 1;
    near[me].mass = 2.0;
    near[me].velocity = float_3(1.0f);
    near[me].label = 7;
    t.barrier.wait();
    sorted[63 - t.global[0]] = particles[t.global];
    const particle neighbor = near[63 - me];
    const number sum = numbers[t.global];
    sums[t.global] = neighbor.velocity.x + sum.real + static_cast<float>(neighbor.label);
  });
}
