// All threads make the same calls, however many: in a loop, by recursion, and in a branch that all
// take.
#include <amp.h>

#include <vector>

using namespace concurrency;

__attribute__((noinline)) int exchange(int value, const tiled_index<4>& t) restrict(amp) {
  tile_static int values[4];
  values[t.local[0]] = value;
  t.barrier.wait();
  const int other = values[3 - t.local[0]];
  t.barrier.wait();
  return other;
}

__attribute__((noinline)) int exchange_often(int times, int value,
                                             const tiled_index<4>& t) restrict(amp) {
  const int other = exchange(value, t);
  return times == 0 ? other : exchange_often(times - 1, other, t);
}

int main() {
  std::vector<int> data(8);
  array_view<int> out(8, data);
  parallel_for_each(out.extent.tile<4>(), [=](tiled_index<4> t) restrict(amp) {
    int value = exchange(t.local[0] % 2 == 0 ? 1 : 2, t);
    for (int round = 0; round < 3; ++round) value += exchange(value, t);
    if (t.tile[0] == 0) {
      value = exchange(value, t);
    } else {
      value = exchange(value + 1, t);
    }
    out[t] = exchange_often(40, value, t);
  });
}
