// error: (no match for|no viable overloaded|passing .const|discards qualifiers)
#include <amp.h>

using namespace concurrency;

void f(array_view<int>& v) { v.extent = extent<1>(4); }
