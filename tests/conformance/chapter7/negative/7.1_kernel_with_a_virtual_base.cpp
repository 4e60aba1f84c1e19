// error: the class of a kernel must not have virtual base classes
#include <amp.h>

using namespace concurrency;

struct factor {
  int value;
};
struct multiply : virtual factor {
  void operator()(index<1> i) const restrict(amp) {}
};
void f(const multiply& kernel) { parallel_for_each(extent<1>(4), kernel); }
