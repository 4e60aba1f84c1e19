// A copy of a view gives its newest values to another vector, but not to its own memory.
#include <amp.h>

#include <numeric>
#include <vector>

using namespace concurrency;

int main() {
  std::vector<int> data(4), saved(4);
  array_view<int> view(4, data);
  parallel_for_each(view.extent, [=](index<1> i) restrict(amp) { view[i] = i[0]; });
  copy(view, saved.begin());
  return std::accumulate(data.begin(), data.end(), 0) == 6;
}
