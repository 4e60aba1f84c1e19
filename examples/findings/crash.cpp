// A divisor is zero: the number of odd elements in a row that has none.
#include <amp.h>

#include <vector>

using namespace concurrency;

int main() {
  const std::vector<int> numbers = {1, 3, 5, 2, 4, 6};
  std::vector<int> averages(2);
  array_view<const int, 2> in(2, 3, numbers);
  array_view<int> out(2, averages);
  parallel_for_each(out.extent, [=](index<1> row) restrict(amp) {
    int sum = 0, count = 0;
    for (int i = 0; i < 3; ++i) {
      if (in(row[0], i) % 2 == 1) sum += in(row[0], i), ++count;
    }
#if FIXED
    out[row] = count != 0 ? sum / count : 0;
#else
    out[row] = sum / count;
#endif
  });
}
