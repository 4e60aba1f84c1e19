// error: (size of an element must be a multiple of 4 bytes|not amp-compatible)
#include <amp.h>

using namespace concurrency;

void f(array<char>& a) { a.get_extent(); }
