// error: a lambda must not be mutable
#include <amp.h>

using namespace concurrency;

void f() {
  int count = 0;
  parallel_for_each(
      extent<1>(4), [count](index<1>) mutable restrict(amp) { ++count; });
}
