// Both views are sections of one, and no thread reads what another one changes.
#include <amp.h>

#include <vector>

using namespace concurrency;

int main() {
  std::vector<int> data(6, 1);
  const array_view<int> whole(6, data);
  const array_view<int> before = whole.section(0, 3);
  const array_view<int> after = whole.section(3, 3);
  parallel_for_each(after.extent, [=](index<1> i) restrict(amp) { after[i] = before[i] + 1; });
  whole.synchronize();
}
