// error: (no match for|invalid argument type)
// Spec 10.8.1: unary negation is not for uint or unorm.
#include <amp_short_vectors.h>

auto negate(concurrency::graphics::unorm_2 v) { return -v; }
