// error: functions are not amp-compatible
#include <amp.h>

using namespace concurrency;

void twice(index<1> i) restrict(amp) {}
void f() { parallel_for_each(extent<1>(4), &twice); }
