// error: (conversion from|no viable conversion)
// Spec 10.8.2.2: conversions between short vector types are explicit.
#include <amp_short_vectors.h>

concurrency::graphics::int_2 i = concurrency::graphics::float_2(1, 2);
