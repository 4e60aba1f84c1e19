// error: (no match for|does not provide|type .* does not)
// Spec 10.2: write-only access.
#include <amp_graphics.h>
using namespace concurrency;
using namespace concurrency::graphics;
int read(writeonly_texture_view<int, 1> v) { return v[index<1>(0)]; }
