// error: no destructor is called for
#include <amp.h>

#include <deque>

using namespace concurrency;

void f(array<std::deque<int>>& a) { a.get_extent(); }
