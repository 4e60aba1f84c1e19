// error: no matching
// Spec 10.8.2.1: as many values as components.
#include <amp_short_vectors.h>

concurrency::graphics::int_3 i(1, 2);
