// error: tile<D0>\(\) is only supported on extent<1>
#include <amp.h>

using namespace concurrency;

auto t = extent<2>(4, 4).tile<2>();
