// error: (has no member named|no member named)
#include <amp.h>

using namespace concurrency;

void f(array_view<const int>& v) { v.discard_data(); }
