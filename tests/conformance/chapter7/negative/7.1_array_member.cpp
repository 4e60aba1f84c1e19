// error: capture an array or a texture by reference
#include <amp.h>

using namespace concurrency;

struct twice {
  array<int> numbers;
  void operator()(index<1> i) const restrict(amp) {}
};
void f(const twice& kernel) { parallel_for_each(kernel.numbers.extent, kernel); }
