// error: must not have virtual functions
#include <amp.h>

using namespace concurrency;

struct shape {
  virtual ~shape();
  int id;
};
void f(array<shape>& a) { a.get_extent(); }
