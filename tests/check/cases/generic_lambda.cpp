// Kernels that are generic lambdas, whose call operators GCC marks as declared by the compiler.
#include <amp.h>

#include <vector>

using namespace concurrency;

int main() {
  std::vector<int> data(64);
  const array_view<int> view(64, data);
  parallel_for_each(view.extent, [=](auto i) restrict(amp) {
    view[i[0] / 2] = i[0];
    view[i[0] + 60] = i[0];
    view[i[0] + 61] = i[0];
  });
  parallel_for_each(view.extent.tile<16>(), [=](auto t) restrict(amp) {
    tile_static int last;
    last = t.local[0];
    t.barrier.wait();
    view[t.global] = last;
  });
}
