#include <amp.h>

#include <vector>

using namespace concurrency;

int main() {
  std::vector<int> data(4);
  array_view<int> view(4, data);
  parallel_for_each(view.extent, [=](index<1> i) restrict(amp) { view[i] = i[0]; });
  view.synchronize_async().get();
}
