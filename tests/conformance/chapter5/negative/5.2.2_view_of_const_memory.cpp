// error: no matching
#include <amp.h>

using namespace concurrency;

const std::vector<int> constant(3);
array_view<int> v(constant);
