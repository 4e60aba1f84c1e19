// Two calls in two branches lead to one barrier.
#include <amp.h>

#include <vector>

using namespace concurrency;

__attribute__((noinline)) int exchange(int value, const tiled_index<4>& t) restrict(amp) {
  tile_static int values[4];
  values[t.local[0]] = value;
  t.barrier.wait();
  return values[3 - t.local[0]];
}

int main() {
  std::vector<int> data(4);
  array_view<int> out(4, data);
  try {
    parallel_for_each(out.extent.tile<4>(), [=](tiled_index<4> t) restrict(amp) {
      if (t.local[0] % 2 == 0) {
        out[t] = exchange(1, t);
      } else {
        out[t] = exchange(2, t) + 1;
      }
    });
  } catch (const runtime_exception&) {
  }
}
