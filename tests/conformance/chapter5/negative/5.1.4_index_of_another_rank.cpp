// error: (no match for|no viable overloaded)
#include <amp.h>

using namespace concurrency;

int f(array<int, 2>& a) { return a[index<1>(0)]; }
