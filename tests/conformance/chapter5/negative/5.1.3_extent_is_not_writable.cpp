// error: (no match for|no viable overloaded|passing .const|discards qualifiers)
#include <amp.h>

using namespace concurrency;

void f(array<int>& a) { a.extent = extent<1>(4); }
