// error: a member that is not amp-compatible
#include <amp.h>

using namespace concurrency;

struct pixel {
  unsigned char r, g, b, a;
};
void f(array<pixel>& a) { a.get_extent(); }
