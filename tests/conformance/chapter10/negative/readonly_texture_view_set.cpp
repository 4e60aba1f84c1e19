// error: (no member named|has no member named)
// Spec 10.5: read-only access.
#include <amp_graphics.h>
using namespace concurrency;
using namespace concurrency::graphics;
void write(texture_view<const int, 1> v) { v.set(index<1>(0), 1); }
