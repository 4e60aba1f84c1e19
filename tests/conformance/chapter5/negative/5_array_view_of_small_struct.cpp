// error: size of an element must be a multiple of 4 bytes
#include <amp.h>

using namespace concurrency;

struct small {
  char c[3];
};
void f(array_view<small>& a) { a.get_extent(); }
