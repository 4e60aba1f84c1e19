// error: no matching function
#include <amp.h>

using namespace concurrency;

void f() { parallel_for_each(index<1>(4), [](index<1>) restrict(amp){}); }
