// error: elements of an array can be written
#include <amp.h>

using namespace concurrency;

void f(array<const int>& a) { a.get_extent(); }
