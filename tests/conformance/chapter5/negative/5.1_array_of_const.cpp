// error: elements of an array must not be const
#include <amp.h>

using namespace concurrency;

void f(array<const int>& a) { a.get_extent(); }
