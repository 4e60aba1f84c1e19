// error: no matching function
#include <amp.h>

using namespace concurrency;

void f(std::vector<int>& v, array<int>& a) { copy(v, a); }
