// error: .*no predefined sampler for this address mode
// Spec 10.5.8: static_assert with address_border.
#include <amp_graphics.h>
using namespace concurrency;
using namespace concurrency::graphics;
float_4 gather(texture_view<const float, 2> v) { return v.gather_red<address_border>(float_2()); }
