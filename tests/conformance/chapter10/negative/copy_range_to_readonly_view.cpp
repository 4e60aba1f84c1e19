// error: no matching
// Spec 10.5: read-only access.
#include <amp_graphics.h>
using namespace concurrency;
using namespace concurrency::graphics;
void fill(const int* first, texture_view<const int, 1> v) {
  concurrency::graphics::copy(first, first + 4, v);
}
