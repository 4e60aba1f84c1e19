// error: its destructor is never called
#include <amp.h>

#include <vector>

using namespace concurrency;

void f(array<std::vector<int>>& a) { a.get_extent(); }
