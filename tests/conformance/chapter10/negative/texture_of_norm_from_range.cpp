// error: .*norm and unorm have no default bits
// Spec 10.1.5: textures of norm or unorm do not support construction from iterators.
#include <amp_graphics.h>
using namespace concurrency;
using namespace concurrency::graphics;
const norm* values = nullptr;
texture<norm, 1> t(3, values, values + 3);
