// error: must not have virtual functions
#include <amp.h>

using namespace concurrency;

struct twice {
  virtual void operator()(index<1> i) const restrict(amp) {}
};
void f(const twice& kernel) { parallel_for_each(extent<1>(4), kernel); }
