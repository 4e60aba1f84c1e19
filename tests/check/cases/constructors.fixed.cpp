// Elements of classes whose constructors are never called.
#include <amp.h>
#include <amp_graphics.h>

using namespace concurrency;

struct point {
  float x, y;
  point() restrict(amp, cpu) : x(0), y(0) {}
};

struct body {
  point center;
  float mass;
};

int main() {
  array<point> points(64);
  array<float> sums(64);
  parallel_for_each(extent<1>(64).tile<64>(), [&points, &sums](tiled_index<64> t) restrict(amp) {
    tile_static body bodies[64];
    tile_static graphics::unorm_2 colors[64];
    bodies[t.local[0]].center.y = 0;
    colors[t.local[0]].y = graphics::unorm(0);
    t.barrier.wait();
    sums[t.global] = bodies[t.local[0]].center.y + colors[t.local[0]].y;
    points[t.global].x = 1;
    points[t.global].y = 2;
  });
}
