// error: not amp-compatible
#include <amp.h>

using namespace concurrency;

void f(array<long long>& a) { a.get_extent(); }
