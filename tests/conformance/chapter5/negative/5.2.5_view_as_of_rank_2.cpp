// error: no matching (member )?function
#include <amp.h>

using namespace concurrency;

void f(array_view<int, 2>& v) { v.view_as(extent<1>(4)); }
