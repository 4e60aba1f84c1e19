// Two kernels do the same; the one with two threads does it atomically.
#include <amp.h>

#include <vector>

using namespace concurrency;

void once(array_view<int> sum) {
  parallel_for_each(extent<1>(1), [=](index<1>) { sum[0] += 1; });
}

void twice(array_view<int> sum) {
  parallel_for_each(extent<1>(2), [=](index<1>) { atomic_fetch_add(&sum[0], 1); });
}

int main() {
  std::vector<int> data(1);
  array_view<int> sum(1, data);
  once(sum);
  twice(sum);
}
