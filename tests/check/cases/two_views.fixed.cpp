#include <amp.h>

#include <vector>

using namespace concurrency;

int main() {
  std::vector<int> data(64);
  const array_view<int> first(64, data);
  const array_view<int> second = first;
  parallel_for_each(first.extent, [=](index<1> i) restrict(amp) {
    const int number = first[i];
    second[i] = number;
    if (i[0] == 32) first[32] = second[32] + 1;
  });
}
