// error: leave accelerators and accelerator_views to the host
#include <amp.h>

using namespace concurrency;

void f() {
  const accelerator device;
  array_view<int> results(4);
  parallel_for_each(
      results.extent, [=](index<1> i) restrict(amp) { results[i] = device.is_debug; });
}
