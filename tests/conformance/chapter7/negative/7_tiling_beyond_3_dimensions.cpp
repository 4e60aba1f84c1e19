// error: (no matching (member )?function|wrong number of template arguments|too many template arguments)
#include <amp.h>

using namespace concurrency;

void f() {
  const int lengths[4] = {2, 2, 2, 2};
  extent<4>(lengths).tile<2, 2, 2, 2>();
}
