// error: no matching function
#include <amp.h>

using namespace concurrency;

void f(array_view<const int>& a, array_view<const int>& b) { copy(a, b); }
