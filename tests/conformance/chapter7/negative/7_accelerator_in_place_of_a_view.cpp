// error: no matching function
#include <amp.h>

using namespace concurrency;

void f() { parallel_for_each(accelerator(), extent<1>(4), [](index<1>) restrict(amp){}); }
