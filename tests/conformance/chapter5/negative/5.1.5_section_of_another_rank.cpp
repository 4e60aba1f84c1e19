// error: no matching (member )?function
#include <amp.h>

using namespace concurrency;

void f(array<int, 2>& a) { a.section(0, 4); }
