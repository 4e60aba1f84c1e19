// Two kernels are the same code; one of them has a race.
#include <amp.h>

#include <vector>

using namespace concurrency;

void once(array_view<int> sum) {
  parallel_for_each(extent<1>(1), [=](index<1>) { sum[0] += 1; });
}

void twice(array_view<int> sum) {
  parallel_for_each(extent<1>(2), [=](index<1>) { sum[0] += 1; });
}

int main() {
  std::vector<int> data(1);
  array_view<int> sum(1, data);
  once(sum);
  twice(sum);
}
