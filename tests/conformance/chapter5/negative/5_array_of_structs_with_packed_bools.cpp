// error: aligned to 4 bytes
#include <amp.h>

using namespace concurrency;

struct flags {
  bool a, b, c, d;
};
void f(array<flags>& a) { a.get_extent(); }
