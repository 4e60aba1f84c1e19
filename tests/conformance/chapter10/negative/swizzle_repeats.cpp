// error: (no member named|has no member named)
// Spec 10.8.3: permutations of the components.
#include <amp_short_vectors.h>

concurrency::graphics::float_2 twice(concurrency::graphics::float_2 v) { return v.xx; }
