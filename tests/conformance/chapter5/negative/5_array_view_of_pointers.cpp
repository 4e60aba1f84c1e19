// error: no pointer and no reference
#include <amp.h>

using namespace concurrency;

void f(array_view<int*>& a) { a.get_extent(); }
