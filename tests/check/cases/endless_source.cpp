// The debug information names a device as the source: the report reads no line of it.
#include <amp.h>

#include <vector>

using namespace concurrency;

int main() {
  std::vector<int> data(64);
  const array_view<int> view(64, data);
#line 5 "/dev/zero"
  parallel_for_each(view.extent, [=](index<1> i) restrict(amp) { view[i[0] / 2] = i[0]; });
}
