// error: no matching (member )?function
#include <amp.h>

using namespace concurrency;

void f(array_view<int, 2>& v) { v.reinterpret_as<float>(); }
