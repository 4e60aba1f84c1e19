// error: .*norm and unorm have no default bits
// Spec 10.1.3: unorm and norm have no default value for bits-per-scalar-element.
#include <amp_graphics.h>

concurrency::graphics::texture<concurrency::graphics::unorm_4, 2> t(3, 4);
