// error: on a const object
#include <amp.h>

using namespace concurrency;

struct kernel {
  void operator()(index<1>) restrict(amp) {}
};
void f() { parallel_for_each(extent<1>(4), kernel()); }
