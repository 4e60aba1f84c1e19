// error: no matching (member )?function
#include <amp.h>

using namespace concurrency;

int* f(array_view<int, 2>& v) { return v.data(); }
