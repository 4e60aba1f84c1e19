// error: no matching
// Spec 10.8.2.2: N is the same in both types.
#include <amp_short_vectors.h>

concurrency::graphics::int_3 i(concurrency::graphics::float_2(1, 2));
