// A copy of a view, and its synchronization.
#include <amp.h>

#include <numeric>
#include <vector>

using namespace concurrency;

int main() {
  std::vector<int> data(4), saved(4);
  array_view<int> view(4, data);
  parallel_for_each(view.extent, [=](index<1> i) restrict(amp) { view[i] = i[0]; });
  copy(view, saved.begin());
  view.synchronize();
  return std::accumulate(data.begin(), data.end(), 0) != 6;
}
