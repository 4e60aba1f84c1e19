// error: no matching
#include <amp.h>

using namespace concurrency;

const extent<1> lengths(5);
array_view<const int> v(lengths);
