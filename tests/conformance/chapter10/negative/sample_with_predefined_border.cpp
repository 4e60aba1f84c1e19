// error: .*no predefined sampler for this address mode
// Spec 10.5.7: static_assert with address_border.
#include <amp_graphics.h>
using namespace concurrency;
using namespace concurrency::graphics;
float sample(texture_view<const float, 1> v) {
  return v.sample<filter_linear, address_border>(0.5f);
}
