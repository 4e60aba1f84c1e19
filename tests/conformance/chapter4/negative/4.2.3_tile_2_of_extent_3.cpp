// error: tile<D0, D1>\(\) is only supported on extent<2>
#include <amp.h>

using namespace concurrency;

auto t = extent<3>(4, 4, 4).tile<2, 2>();
