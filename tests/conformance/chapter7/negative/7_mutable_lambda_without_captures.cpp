// error: a lambda must not be mutable
#include <amp.h>

using namespace concurrency;

void f() { parallel_for_each(extent<1>(4), [](index<1>) mutable restrict(amp){}); }
