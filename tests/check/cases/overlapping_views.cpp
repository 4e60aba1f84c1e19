// Two views that are not sections of one view the same elements, and a kernel changes them.
#include <amp.h>

#include <vector>

using namespace concurrency;

int main() {
  std::vector<int> data(6, 1);
  const array_view<const int> before(4, data.data());
  const array_view<int> after(4, data.data() + 2);
  parallel_for_each(after.extent, [=](index<1> i) restrict(amp) { after[i] = before[i] + 1; });
  after.synchronize();
}
