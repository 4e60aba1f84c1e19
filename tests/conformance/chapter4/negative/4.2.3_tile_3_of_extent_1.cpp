// error: tile<D0, D1, D2>\(\) is only supported on extent<3>
#include <amp.h>

using namespace concurrency;

auto t = extent<1>(4).tile<2, 2, 2>();
