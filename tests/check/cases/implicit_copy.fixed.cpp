// A copy by an assignment operator that the compiler declares: the line is that of the copy.
#include <amp.h>

#include <vector>

using namespace concurrency;

struct point {
  static const int rank = 2;
  float x;
  float y;
  point& operator=(const point& p) restrict(cpu, amp) {
    x = p.x;
    y = p.y;
    return *this;
  }
};

struct particle {
  point at;
  float mass;
};

int main() {
  std::vector<particle> all(4);
  std::vector<float> results(4);
  array_view<particle> particles(4, all);
  array_view<float> sums(4, results);
  parallel_for_each(particles.extent.tile<4>(), [=](tiled_index<4> t) restrict(amp) {
    tile_static particle held[4];
    held[t.local[0]] = particles[t];
    t.barrier.wait();
    sums[t] = held[3 - t.local[0]].mass;
    sums[t] += held[3 - t.local[0]].at.x;
  });
}
