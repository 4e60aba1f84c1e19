// A barrier is missing. The fence of another kernel is no reason to advise fences.
#include <amp.h>

#include <vector>

using namespace concurrency;

void shift(const array_view<int>& data) {
  parallel_for_each(data.extent.tile<64>(), [=](tiled_index<64> t) restrict(amp) {
    tile_static int values[64];
    values[t.local[0]] = data[t];
    t.barrier.wait();
    const int next = values[(t.local[0] + 1) % 64];
    values[t.local[0]] = next;
    t.barrier.wait();
    data[t] = values[t.local[0]];
  });
}

void signal(const array_view<int>& data) {
  parallel_for_each(data.extent.tile<64>(), [=](tiled_index<64> t) restrict(amp) {
    data[t] += 1;
    global_memory_fence(t.barrier);
  });
}

int main() {
  std::vector<int> zeros(64);
  const array_view<int> data(64, zeros);
  signal(data);
  shift(data);
}
