// How far each height of a walk is above the one before it.
#include <amp.h>

#include <iostream>
#include <vector>

using namespace concurrency;

int main() {
  const std::vector<int> heights{10, 12, 15, 15, 11, 18, 20, 19};
  std::vector<int> climbs(7);
  const array_view<const int> height(8, heights);
  const array_view<int> climb(7, climbs);

#if FIXED
  parallel_for_each(climb.extent, [=](index<1> i) restrict(amp) {
#else
  parallel_for_each(height.extent, [=](index<1> i) restrict(amp) {
#endif
    climb[i] = height[i[0] + 1] - height[i];
  });
  climb.synchronize();

  for (const int metres : climbs) std::cout << metres << ' ';
  std::cout << '\n';
}
