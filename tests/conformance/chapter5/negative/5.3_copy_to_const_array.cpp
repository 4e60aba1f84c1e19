// error: no matching function
#include <amp.h>

using namespace concurrency;

void f(array<int>& a, const array<int>& b) { copy(a, b); }
