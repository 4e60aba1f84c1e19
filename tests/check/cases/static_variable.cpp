// All threads write a variable of the program's.
#include <amp.h>

using namespace concurrency;

namespace statistics {
int last;
}

int main() {
  parallel_for_each(extent<1>(2), [](index<1> i) restrict(amp) { statistics::last = i[0]; });
}
