// Two views of the same memory know nothing of each other.
#include <amp.h>

#include <vector>

using namespace concurrency;

int main() {
  std::vector<int> data(8, 1);
  array_view<int> whole(8, data);
#if FIXED
  array_view<int> half = whole.section(4, 4);
#else
  array_view<int> half(4, data.data() + 4);
#endif
  parallel_for_each(half.extent, [=](index<1> i) restrict(amp) { half[i] += whole[i]; });
}
