// error: a member that is not amp-compatible
#include <amp.h>

using namespace concurrency;

struct row {
  int number;
  array<int>& values;
};
void f(array<row>& a) { a.get_extent(); }
