// The host changes the data of a view directly, after a kernel has used it. The next kernel works on
// the accelerator's copy, which has the old value.
#include <amp.h>

#include <iostream>
#include <vector>

using namespace concurrency;

int main() {
  std::vector<int> data{1, 2, 3, 4};
  std::vector<int> sum(1);
  array_view<const int> view(4, data);
  array_view<int> total(1, sum);
  const auto add_up = [&] {
    parallel_for_each(total.extent, [=](index<1> i) restrict(amp) {
      total[i] = view[0] + view[1] + view[2] + view[3];
    });
  };
  add_up();
  data[2] = 30;
#if FIXED
  view.refresh();
#endif
  add_up();
  total.synchronize();
  std::cout << sum[0] << '\n';
}
