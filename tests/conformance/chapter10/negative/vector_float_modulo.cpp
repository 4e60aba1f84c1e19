// error: (no match for|invalid operands)
// Spec 10.8.1: more operators, only for int and uint.
#include <amp_short_vectors.h>

using concurrency::graphics::float_2;
auto modulo(float_2 a, float_2 b) { return a % b; }
