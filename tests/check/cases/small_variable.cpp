// Views extend beyond the end of the variables that they are of.
#include <amp.h>

using namespace concurrency;

int table[16];
int behind[16];

int main() {
  array_view<const int> view(16, table + 4);
  int sum = 0;
  array_view<int> result(1, &sum);
  parallel_for_each(extent<1>(1), [=](index<1> i) restrict(amp) {
    for (int k = 0; k < view.extent[0]; ++k) result[i] += view[k];
  });
  int local[8] = {};
  copy(result.section(0, 1), local);
  array_view<int, 2> square(5, 2, local);
  parallel_for_each(square.extent, [=](index<2> i) restrict(amp) { square[i] += 1; });
  square.synchronize();
  return local[0] != 1 || behind[0] != 0;
}
