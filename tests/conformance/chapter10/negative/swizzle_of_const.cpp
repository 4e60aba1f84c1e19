// error: (passing .*const|no viable overloaded|no match for)
// A constant vector cannot be changed.
#include <amp_short_vectors.h>

void change(const concurrency::graphics::float_2& v) { v.yx = v.xy; }
