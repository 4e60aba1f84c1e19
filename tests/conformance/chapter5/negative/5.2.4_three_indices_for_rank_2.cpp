// error: (no match for call|no matching function)
#include <amp.h>

using namespace concurrency;

int f(array_view<int, 2>& v) { return v(0, 1, 2); }
