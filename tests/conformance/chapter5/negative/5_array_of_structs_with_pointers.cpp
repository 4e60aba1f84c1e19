// error: a member that is not amp-compatible
#include <amp.h>

using namespace concurrency;

struct node {
  int value;
  node* next;
};
void f(array<node>& a) { a.get_extent(); }
