// error: (no matching (member )?function|could not convert|no viable conversion|no known conversion)
#include <amp.h>

using namespace concurrency;

void f(array_view<int>& v, array_view<const int>& w) { v.copy_to(w); }
