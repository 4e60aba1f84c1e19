// error: (assignment of|cannot assign|no viable overloaded|lvalue required|passing .*const|expression is not assignable)
// Spec 10.1.15: textures do not return references to their texels.
#include <amp_graphics.h>
using namespace concurrency;
using namespace concurrency::graphics;
void write(texture<int, 1>& t) { t[0] = 1; }
