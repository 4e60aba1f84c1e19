// error: no match for|invalid operands
#include <amp.h>

using namespace concurrency;

extent<2> f(extent<2> a, extent<2> b) { return a * b; }
