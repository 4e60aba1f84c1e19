// A pointer is null: that to the first even number of a row that has none.
#include <amp.h>

#include <vector>

using namespace concurrency;

int main() {
  const std::vector<int> numbers = {1, 2, 4, 1, 3, 5};
  std::vector<int> first_even(2);
  array_view<const int, 2> in(2, 3, numbers);
  array_view<int> out(2, first_even);
  parallel_for_each(out.extent, [=](index<1> row) restrict(amp) {
    const int* found = nullptr;
    for (int i = 2; i >= 0; --i) {
      if (in(row[0], i) % 2 == 0) found = &in(row[0], i);
    }
#if FIXED
    out[row] = found != nullptr ? *found : 0;
#else
    out[row] = *found;
#endif
  });
}
