// error: no matching
// Spec 10.6: the destination is an lvalue; nothing could read this one.
#include <amp_graphics.h>
using namespace concurrency::graphics;

void f(const texture<int, 2>& source) { copy(source, texture<int, 2>(4, 4)); }
