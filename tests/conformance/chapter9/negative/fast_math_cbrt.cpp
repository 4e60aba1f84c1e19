// error: cbrt
// Spec 9.1: not all functions of precise_math are in fast_math.
#include <amp_math.h>

float root(float x) { return concurrency::fast_math::cbrt(x); }
