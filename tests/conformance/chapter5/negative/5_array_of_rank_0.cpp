// error: rank of an index or an extent must be greater than 0
#include <amp.h>

using namespace concurrency;

void f(array<int, 0>& a) { a.get_extent(); }
