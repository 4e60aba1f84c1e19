// Sums the masses of particles by tiles. The tests of tools/gdb debug it; they find lines by their
// comments.
#include <amp.h>

#include <cstdio>
#include <vector>

using namespace concurrency;

struct particle {
  float mass;
  int id;
};

float sum_up(float* masses, tiled_index<4> t) restrict(amp) {
  t.barrier.wait();  // in sum_up
  for (int step = 2; step > 0; step /= 2) {
    if (t.local[0] < step) masses[t.local[0]] += masses[t.local[0] + step];
    t.barrier.wait();  // in the loop
  }
  return masses[0];  // behind the loop
}

int main() {
  std::vector<particle> all;
  for (int i = 0; i < 8; ++i) all.push_back({i / 2.0f, 10 * i});
  std::vector<float> results(2);
  array_view<particle> particles(8, all);
  array_view<float> sums(2, results);
  parallel_for_each(
      particles.extent.tile<4>(), [=](tiled_index<4> t) restrict(amp) {
        tile_static float masses[4];
        masses[t.local[0]] = particles[t].mass;     // store
        const float total = sum_up(masses, t);      // call
        if (t.local[0] == 0) sums[t.tile] = total;  // result
      });
  sums.synchronize();
  std::printf("%.1f %.1f\n", results[0], results[1]);
}
