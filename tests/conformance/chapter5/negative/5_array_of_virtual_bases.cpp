// error: must not have virtual base classes
#include <amp.h>

using namespace concurrency;

struct base {
  int id;
};
struct derived : virtual base {
  int size;
};
void f(array<derived>& a) { a.get_extent(); }
