// error: its destructor is never called
#include <amp.h>

using namespace concurrency;

struct row {
  int number;
  array_view<int> values;
};
void f(array<row>& a) { a.get_extent(); }
