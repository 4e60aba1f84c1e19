// error: .*can be written only if T is int, unsigned int or float
// Spec 10.1.15: set is for int, uint and float.
#include <amp_graphics.h>
using namespace concurrency;
using namespace concurrency::graphics;
void write(texture<float_4, 1>& t) { t.set(index<1>(0), float_4()); }
