// An untiled launch.
#include <amp.h>

#include <vector>

using namespace concurrency;

int main() {
  std::vector<int> numbers(6);
  array_view<int, 2> data(2, 3, numbers);
  parallel_for_each(
      data.extent, [=](index<2> i) restrict(amp) {
        const int number = i[0] * 10 + i[1];
        data[i] = number;  // store
      });
}
