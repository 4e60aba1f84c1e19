// error: .*only textures of rank 2 of float, norm and unorm can be gathered from
// Spec 10.5.8
#include <amp_graphics.h>
using namespace concurrency;
using namespace concurrency::graphics;
float_4 gather(texture_view<const float, 1> v) { return v.gather_red(0.5f); }
