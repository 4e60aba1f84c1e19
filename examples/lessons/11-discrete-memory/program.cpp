// A kernel doubles numbers, the host changes one of them, and the kernel doubles them again.
#include <amp.h>

#include <iostream>
#include <vector>

using namespace concurrency;

void double_all(const array_view<int>& view) {
  parallel_for_each(view.extent, [=](index<1> i) restrict(amp) { view[i] *= 2; });
}

int main() {
  std::vector<int> data{1, 2, 3, 4};
  const array_view<int> view(4, data);

  double_all(view);
#if FIXED
  view.synchronize();
#endif
  std::cout << "doubled:         " << data[3] << '\n';
  view.synchronize();
  std::cout << "synchronized:    " << data[3] << '\n';

  data[3] = 100;
#if FIXED
  view.refresh();
#endif
  double_all(view);
  view.synchronize();
  std::cout << "doubled again:   " << data[3] << '\n';
}
