// error: (no member named|has no member named)
// Spec 10.8.3.3: names of one space.
#include <amp_short_vectors.h>

concurrency::graphics::float_2 mixed(concurrency::graphics::float_2 v) { return v.xg; }
