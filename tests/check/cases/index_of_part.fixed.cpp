// Each index and each part is within its view.
#include <amp.h>

#include <vector>

using namespace concurrency;

int main() {
  std::vector<int> data(12);
  array_view<int, 2> table(3, 4, data);
  parallel_for_each(extent<1>(1), [=](index<1>) restrict(amp) {
    table[1][3] = 1;
    table.section(index<2>(1, 2), extent<2>(2, 2)).section(0, 1, 1, 1);
  });
}
