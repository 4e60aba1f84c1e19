// A row and a section of captured views have no names: what they are parts of does.
#include <amp.h>

#include <vector>

using namespace concurrency;

int main() {
  std::vector<int> data(12);
  array_view<int, 2> table(3, 4, data);
  parallel_for_each(extent<1>(1), [=](index<1>) restrict(amp) {
    table[1][4] = 1;
    table.section(index<2>(1, 2), extent<2>(2, 2)).section(0, 2, 1, 1);
  });
}
