// error: (passing .*const|no viable overloaded|no match for)
// Spec 10.1.12: extent is a property without a setter.
#include <amp_graphics.h>
using namespace concurrency;
using namespace concurrency::graphics;
void resize(texture<int, 1>& t) { t.extent = extent<1>(3); }
