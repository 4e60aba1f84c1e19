#include <amp.h>

#include <vector>

using namespace concurrency;

__attribute__((noinline)) void store(const array_view<int>& to, int value) restrict(amp) {
  to[0] = value;
}

int main() {
  std::vector<int> last(1), numbers(1 << 16);
  const array_view<int> result(1, last);
  const array_view<int> all(1 << 16, numbers);
  parallel_for_each(
      all.extent.tile<16>(), [=](tiled_index<16> t) restrict(amp) {
        all[t] += 1;
        if (t.tile[0] == 4000 && t.local[0] == 0) store(result, 2);
      });
}
