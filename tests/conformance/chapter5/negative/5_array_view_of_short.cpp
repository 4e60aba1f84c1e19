// error: (size of an element must be a multiple of 4 bytes|not amp-compatible)
#include <amp.h>

using namespace concurrency;

void f(array_view<short, 2>& a) { a.get_extent(); }
