// error: conver
// Spec 10.7.2: assignment from other types requires an explicit conversion.
#include <amp_short_vectors.h>

concurrency::graphics::norm n = 0.5f;
