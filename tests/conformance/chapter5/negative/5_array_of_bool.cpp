// error: size of an element must be a multiple of 4 bytes
#include <amp.h>

using namespace concurrency;

void f(array<bool>& a) { a.get_extent(); }
