// A variable of the host that the kernel refers to.
#include <amp.h>

using namespace concurrency;

int main() {
  int sum = 0;
  parallel_for_each(extent<1>(8), [&sum](index<1> i) {
    if (i[0] % 4 == 1) atomic_fetch_add(&sum, i[0]);
  });
}
