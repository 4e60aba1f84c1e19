// error: .*only textures of float, norm and unorm can be sampled
// Spec 10.5.7
#include <amp_graphics.h>
using namespace concurrency;
using namespace concurrency::graphics;
int sample(texture_view<const int, 1> v) { return v.sample(0.5f); }
