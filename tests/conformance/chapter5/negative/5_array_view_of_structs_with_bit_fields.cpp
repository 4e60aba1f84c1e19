// error: must not be bit-fields
#include <amp.h>

using namespace concurrency;

struct date {
  unsigned int day : 5;
  unsigned int month : 27;
};
void f(array_view<date>& a) { a.get_extent(); }
