// A view is larger than the block that its pointer leads to.
#include <amp.h>

using namespace concurrency;

int main() {
  int* const data = new int[64]();
  array_view<int, 2> view(8, 10, data);
  parallel_for_each(view.extent, [=](index<2> i) restrict(amp) { view[i] = 1; });
  view.synchronize();
  const bool is_done = data[63] == 1;
  delete[] data;
  return !is_done;
}
