// error: must not be a pointer or a reference
#include <amp.h>

using namespace concurrency;

void f(array<int*>& a) { a.get_extent(); }
