// The host tells the view that its data has been written.
#include <amp.h>

#include <vector>

using namespace concurrency;

int main() {
  std::vector<int> data(4), sums(4);
  array_view<const int> view(4, data);
  array_view<int> sum(4, sums);
  for (int round = 0; round < 3; ++round) {
    data[2] = round + 1;
    view.refresh();
    parallel_for_each(view.extent, [=](index<1> i) restrict(amp) { sum[i] += view[i]; });
  }
  return sum[2] != 6;
}
