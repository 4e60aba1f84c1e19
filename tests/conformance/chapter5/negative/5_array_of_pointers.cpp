// error: no pointer and no reference
#include <amp.h>

using namespace concurrency;

void f(array<int*>& a) { a.get_extent(); }
