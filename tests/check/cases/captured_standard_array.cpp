// Views in a std::array, which has the name of an array but not its members.
#include <amp.h>
#include <array>
#include <vector>

using namespace concurrency;

int main() {
  std::vector<int> odd(64), even(64);
  const std::array<array_view<int>, 2> views{array_view<int>(64, odd), array_view<int>(64, even)};
  parallel_for_each(extent<1>(63), [=](index<1> i) restrict(amp) {
    views[1][i] = views[1][i + 1];
  });
}
