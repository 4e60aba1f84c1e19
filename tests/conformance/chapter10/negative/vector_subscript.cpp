// error: (no match for|does not provide a subscript)
// Spec 10.8: short vector types cannot be indexed using the subscript operator.
#include <amp_short_vectors.h>

float first(const concurrency::graphics::float_4& v) { return v[0]; }
