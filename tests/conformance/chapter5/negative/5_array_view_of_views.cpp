// error: an element must not be an array, array_view
#include <amp.h>

using namespace concurrency;

void f(array_view<array_view<int>>& a) { a.get_extent(); }
