// error: (assignment of read-only|cannot assign|not assignable)
#include <amp.h>

using namespace concurrency;

void f(array_view<const int>& v) { v[0] = 1; }
