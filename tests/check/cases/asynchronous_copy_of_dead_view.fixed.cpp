#include <amp.h>

#include <memory>
#include <vector>

using namespace concurrency;

int main() {
  std::vector<int> saved(4);
  auto data = std::make_unique<std::vector<int>>(4);
  array_view<int> view(4, *data);
  parallel_for_each(view.extent, [=](index<1> i) restrict(amp) { view[i] = i[0]; });
  completion_future copied = copy_async(view, saved.begin());
  copied.get();
}
