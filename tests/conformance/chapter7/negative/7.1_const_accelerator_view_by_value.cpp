// error: leave accelerators and accelerator_views to the host
#include <amp.h>

using namespace concurrency;

void f() {
  const accelerator_view place = accelerator().default_view;
  array_view<int> results(4);
  parallel_for_each(
      place, results.extent.tile<2>(), [=](tiled_index<2> t) restrict(amp) {
        results[t.global] = place.is_debug;
      });
}
