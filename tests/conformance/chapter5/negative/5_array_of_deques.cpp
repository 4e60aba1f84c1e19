// error: its destructor is never called
#include <amp.h>

#include <deque>

using namespace concurrency;

void f(array<std::deque<int>>& a) { a.get_extent(); }
