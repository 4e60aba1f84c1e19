// error: its destructor is never called
#include <amp.h>

#include <string>

using namespace concurrency;

void f(array<std::string>& a) { a.get_extent(); }
