// error: (no member named|has no member named)
// Spec 10.8: names of the color space are properties only, not functions.
#include <amp_short_vectors.h>

auto get(concurrency::graphics::float_2 v) { return v.get_rg(); }
