// One thread writes the variable.
#include <amp.h>

using namespace concurrency;

namespace statistics {
int last;
}

int main() {
  parallel_for_each(extent<1>(2), [](index<1> i) restrict(amp) {
    if (i[0] == 1) statistics::last = i[0];
  });
}
