// Each thread writes an element of its own, on several pages of memory. One thread also reads an
// element in the middle of what the others have written.

#include <amp.h>

#include <vector>

using namespace concurrency;

int main() {
  constexpr int count = 5000;
  std::vector<float> numbers(count, 1.0f);
  std::vector<float> results(count);
  array_view<const float> from(count, numbers);
  array_view<float> to(count, results);
  parallel_for_each(to.extent, [=](index<1> i) restrict(amp) {
    to[i] = 2 * from[i];
    if (i[0] == 4321) to[i] = to[index<1>(700)];
  });
  to.synchronize();
}
