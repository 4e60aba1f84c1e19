// error: leave accelerators and accelerator_views to the host
#include <amp.h>

using namespace concurrency;

void f() {
  accelerator_view place = accelerator().default_view;
  parallel_for_each(
      place, extent<1>(4), [=](index<1>) restrict(amp) { place.get_version(); });
}
