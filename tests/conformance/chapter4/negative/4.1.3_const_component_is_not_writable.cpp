// error: (lvalue required|expression is not assignable)
#include <amp.h>

using namespace concurrency;

void f(const index<1>& i) { i[0] = 1; }
