// error: (no match for .operator=|no viable overloaded)
#include <amp.h>

void f(concurrency::accelerator& a) { a.description = L"mine"; }
