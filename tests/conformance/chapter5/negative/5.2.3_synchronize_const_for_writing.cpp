// error: (no matching (member )?function|too many arguments)
#include <amp.h>

using namespace concurrency;

void f(array_view<const int>& v) { v.synchronize(access_type_read); }
