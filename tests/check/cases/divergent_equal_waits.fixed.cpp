// A macro that all threads of a tile pass by the same branch, and barriers between branches on one
// condition: a compiler may duplicate such a barrier, or a function that leads to it.
#include <amp.h>

#include <vector>

using namespace concurrency;

#define SYNCHRONIZE(barrier, is_first) \
  if (is_first)                        \
    barrier.wait();                    \
  else                                 \
    barrier.wait()

__attribute__((noinline)) int cube(int value) restrict(amp) { return value * value * value; }

struct wait_at_end {
  ~wait_at_end() restrict(amp) { barrier.wait(); }
  const tile_barrier& barrier;
};

int main() {
  std::vector<int> data(8);
  array_view<int> out(8, data);
  parallel_for_each(out.extent.tile<4>(), [=](tiled_index<4> t) restrict(amp) {
    const tile_barrier barrier = t.barrier;
    const auto exchange = [&](bool is_large) restrict(amp) {
      if (is_large) out[t] = cube(out[t]);
      barrier.wait();
      if (is_large) out[t] = cube(out[t]);
    };
    const wait_at_end last{barrier};
    SYNCHRONIZE(barrier, t.tile[0] == 0);
    bool is_large = false;
    if (t.local[0] > 1) is_large = cube(t.local[0]) > 8;
    barrier.wait();
    if (is_large) out[t] = cube(t.local[0]);
    exchange(t.local[0] == 0);
    exchange(is_large);
    if (t.tile[0] == 1) return;
    barrier.wait();
  });
}
