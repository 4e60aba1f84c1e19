// error: no matching
#include <amp.h>

using namespace concurrency;

array_view<int> v(std::vector<int>(3));

int f() { return v[0]; }
