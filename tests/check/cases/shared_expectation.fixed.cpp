// Each thread has a variable with the value that an atomic operation expects.
#include <amp.h>

#include <vector>

using namespace concurrency;

int main() {
  std::vector<int> data(1);
  array_view<int> lock(1, data);
  parallel_for_each(extent<1>(4).tile<4>(), [=](tiled_index<4> t) {
    int expected = 0;
    t.barrier.wait();
    atomic_compare_exchange(&lock[0], &expected, t.local[0]);
  });
}
