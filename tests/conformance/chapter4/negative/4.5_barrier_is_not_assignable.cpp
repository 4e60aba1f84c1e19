// error: (use of deleted function|overload resolution selected deleted)
#include <amp.h>

using namespace concurrency;

void f(tile_barrier& a, const tile_barrier& b) { a = b; }
