// error: (no match for call|no matching function)
#include <amp.h>

using namespace concurrency;

int f(array<int>& a) { return a(0, 1); }
