#include "untested_part.h"

namespace milliamp::tests {

using namespace concurrency;

void set_all(array_view<int> view, int count, int value) {
  parallel_for_each(
      accelerator(accelerator::direct3d_warp).default_view,
      extent<1>(count), [=](index<1> i) restrict(amp) { view[i] = value; });
}

}  // namespace milliamp::tests
