// error: no match for|invalid operands
#include <amp.h>

using namespace concurrency;

bool f(accelerator a, accelerator_view v) { return a == v; }
