// error: no matching function
#include <amp.h>

using namespace concurrency;

void f(array<int, 1>& a, array<int, 2>& b) { copy(a, b); }
