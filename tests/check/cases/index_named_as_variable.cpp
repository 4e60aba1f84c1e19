// An element is read through a pointer. Its index has the name of the accessed variable.
#include <amp.h>

#include <vector>

using namespace concurrency;

int add_up(const int* from, int count) restrict(amp) {
  int sum = 0;
  for (int out = 0; out < count; ++out) sum += from[out];
  return sum;
}

int main() {
  std::vector<int> data(8);
  array_view<int> out(8, data);
  parallel_for_each(out.extent.tile<8>(), [=](tiled_index<8> t) restrict(amp) {
    out[t.global] = 1;
    const int sum = t.local[0] == 7 ? add_up(&out[0], 7) : 0;
    t.barrier.wait();
    out[t.global] = sum;
  });
}
