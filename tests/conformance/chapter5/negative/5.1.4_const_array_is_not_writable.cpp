// error: (assignment of read-only|cannot assign|not assignable)
#include <amp.h>

using namespace concurrency;

void f(const array<int>& a) { a[0] = 1; }
