// error: an element must not be an array, array_view, accelerator, accelerator_view or barrier
#include <amp.h>

using namespace concurrency;

void f(array_view<accelerator>& a) { a.get_extent(); }
