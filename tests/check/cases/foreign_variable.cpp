// A kernel passes the first element of a tile_static array on, and goes beyond the array: to the
// variables of the kernels before and behind it.
#include <amp.h>

#include <cstdio>
#include <vector>

using namespace concurrency;

__attribute__((noinline)) void put(int* numbers, int i, int value) restrict(amp) {
  numbers[i] = value;
}

__attribute__((noinline)) int get(const int* numbers, int i) restrict(amp) { return numbers[i]; }

/// A function object that is launched, and that another kernel calls.
struct rotate_by_one {
  array_view<int> out;
  void operator()(tiled_index<8> t) const restrict(amp) {
    tile_static int first[8];
    put(first, (t.local[0] + 1) % 8, out[t]);
    t.barrier.wait();
    out[t] = first[t.local[0]];
  }
};

int main() {
  std::vector<int> data(8);
  array_view<int> out(8, data);
  const rotate_by_one rotate{out};
  parallel_for_each(out.extent.tile<8>(), rotate);
  parallel_for_each(out.extent.tile<8>(), [=](tiled_index<8> t) restrict(amp) {
    tile_static int middle[32];
    const int i = t.local[0];
    for (int k = i; k < 32; k += 8) put(middle, k, i);
    t.barrier.wait();
    if (i == 5) put(middle, 292, 1);
    if (i == 6 && get(middle, -260) != 0) out[t] = 7;
    out[t] = get(middle, i);
    rotate(t);
  });
  parallel_for_each(out.extent.tile<8>(), [=](tiled_index<8> t) restrict(amp) {
    tile_static int last[8];
    put(last, (t.local[0] + 3) % 8, out[t]);
    t.barrier.wait();
    out[t] = get(last, t.local[0]);
  });
}
