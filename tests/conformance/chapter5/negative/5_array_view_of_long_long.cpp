// error: not amp-compatible
#include <amp.h>

using namespace concurrency;

void f(array_view<long long>& a) { a.get_extent(); }
