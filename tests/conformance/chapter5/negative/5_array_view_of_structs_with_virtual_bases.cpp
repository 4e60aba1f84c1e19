// error: an element has a member that is not amp-compatible
#include <amp.h>

using namespace concurrency;

struct base {
  int id;
};
struct derived : virtual base {};
struct whole {
  derived part;
  int size;
};
void f(array_view<whole>& a) { a.get_extent(); }
