// error: (no member named|has no member named)
// Spec 10.8: for length-2 vectors, only the names x, y and r, g are available.
#include <amp_short_vectors.h>

float third(concurrency::graphics::float_2 v) { return v.z; }
