// error: (passing .const|no viable overloaded|discards qualifiers)
#include <amp.h>

using namespace concurrency;

void f(array<int>& a) { a.accelerator_view = accelerator().default_view; }
