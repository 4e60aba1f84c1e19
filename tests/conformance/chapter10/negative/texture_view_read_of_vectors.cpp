// error: .*can be read only if T is int, unsigned int or float
// Spec 10.4.6: reading is for int, uint and float.
#include <amp_graphics.h>
using namespace concurrency;
using namespace concurrency::graphics;
float_2 read(texture_view<float_2, 1> v) { return v[0]; }
