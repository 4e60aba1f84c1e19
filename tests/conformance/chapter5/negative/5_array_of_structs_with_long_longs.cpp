// error: a member that is not amp-compatible
#include <amp.h>

using namespace concurrency;

struct inner {
  long long time;
};
struct event {
  int id[2];
  inner when;
};
void f(array<event>& a) { a.get_extent(); }
