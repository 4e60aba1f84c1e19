// Elements that a neighbour writes are copied by the standard library.
#include <amp.h>

#include <algorithm>
#include <vector>

using namespace concurrency;

int main() {
  std::vector<int> data(16);
  array_view<int> numbers(16, data);
  parallel_for_each(extent<1>(2), [=](index<1> i) {
    const int mine = 8 * i[0];
    const int other = 8 - mine;
    int copy[8];
    std::copy(&numbers[other], &numbers[other] + 8, copy);
    numbers[mine] = copy[0] + copy[7];
  });
}
