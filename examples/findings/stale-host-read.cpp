// The host reads the data of a view directly, where the results of the kernel are not yet.
#include <amp.h>

#include <iostream>
#include <vector>

using namespace concurrency;

int main() {
  std::vector<int> data(4);
  array_view<int> view(4, data);
  parallel_for_each(view.extent, [=](index<1> i) restrict(amp) { view[i] = i[0]; });
#if FIXED
  view.synchronize();
#endif
  std::cout << data[3] << '\n';
}
