// error: must not be a pointer or a reference
#include <amp.h>

using namespace concurrency;

void f(array_view<int*>& a) { a.get_extent(); }
