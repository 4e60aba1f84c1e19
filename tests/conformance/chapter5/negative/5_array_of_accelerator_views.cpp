// error: no accelerator, accelerator_view or barrier
#include <amp.h>

using namespace concurrency;

void f(array<accelerator_view>& a) { a.get_extent(); }
