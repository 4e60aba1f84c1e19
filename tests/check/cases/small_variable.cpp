// A view extends beyond the end of the variable that it is of.
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
  return result[0] + behind[0];
}
