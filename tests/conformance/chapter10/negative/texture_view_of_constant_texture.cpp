// error: (no matching|binding reference)
// Spec 10.4.3: a writable view is of a texture that is not const.
#include <amp_graphics.h>
using namespace concurrency;
using namespace concurrency::graphics;
void view(const texture<int, 1>& t) { texture_view<int, 1> v(t); }
