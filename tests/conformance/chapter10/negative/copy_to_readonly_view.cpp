// error: no matching
// Spec 10.5: read-only access.
#include <amp_graphics.h>
using namespace concurrency;
using namespace concurrency::graphics;
void fill(const void* p, texture_view<const int, 1> v) { concurrency::graphics::copy(p, 4u, v); }
