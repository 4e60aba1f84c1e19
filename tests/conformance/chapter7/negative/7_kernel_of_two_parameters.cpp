// error: must be callable with index<N>
#include <amp.h>

using namespace concurrency;

void f() { parallel_for_each(extent<1>(4), [](index<1>, int) restrict(amp){}); }
