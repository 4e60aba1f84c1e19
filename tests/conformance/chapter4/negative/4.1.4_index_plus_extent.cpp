// error: no match for|invalid operands
#include <amp.h>

using namespace concurrency;

index<2> f(index<2> i, extent<2> e) { return i + e; }
