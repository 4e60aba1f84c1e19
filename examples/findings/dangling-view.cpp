// The data of the view dies before the view is used.
#include <amp.h>

#include <memory>
#include <vector>

using namespace concurrency;

int main() {
  auto data = std::make_unique<std::vector<int>>(4, 1);
  array_view<int> view(4, *data);
#if FIXED
#else
  data.reset();
#endif
  parallel_for_each(view.extent, [=](index<1> i) restrict(amp) { view[i] += 1; });
}
