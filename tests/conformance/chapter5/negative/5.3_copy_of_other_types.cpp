// error: no matching function
#include <amp.h>

using namespace concurrency;

void f(array<int>& a, array<float>& b) { copy(a, b); }
