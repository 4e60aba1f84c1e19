// Each thread stays within both views.
#include <amp.h>

#include <vector>

using namespace concurrency;

int main() {
  std::vector<int> data(4);
  array_view<int> target(4, data);
  array_view<int> source = target;
  parallel_for_each(target.extent, [=](index<1> i) restrict(amp) {
    target[i] = source[i];
  });
}
