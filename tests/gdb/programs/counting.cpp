// An untiled launch whose points take turns. The tests of tools/gdb debug it.
#include <amp.h>

#include <vector>

using namespace concurrency;

int main() {
  std::vector<int> numbers(300);
  std::vector<int> counts(4);
  array_view<int> data(300, numbers);
  array_view<int> count(4, counts);
  parallel_for_each(
      data.extent, [=](index<1> i) restrict(amp) {  // launch
        const int bin = i[0] % 4;
        const int before = atomic_fetch_add(&count[bin], 1);  // count
        data[i] = before + bin;                               // store
      });
  count.synchronize();
}
