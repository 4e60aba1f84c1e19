// Elements that nobody writes are copied by the standard library.
#include <amp.h>

#include <algorithm>
#include <vector>

using namespace concurrency;

int main() {
  std::vector<int> data(16);
  array_view<int> numbers(16, data);
  std::vector<int> sums(2);
  array_view<int> out(2, sums);
  parallel_for_each(extent<1>(2), [=](index<1> i) {
    const int other = 8 - 8 * i[0];
    int copy[8];
    std::copy(&numbers[other], &numbers[other] + 8, copy);
    out[i] = copy[0] + copy[7];
  });
}
