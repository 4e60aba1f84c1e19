// Two captured views of the same elements: the access names the one that it uses.
#include <amp.h>

#include <vector>

using namespace concurrency;

int main() {
  std::vector<int> data(64);
  const array_view<int> first(64, data);
  const array_view<int> second = first;
  parallel_for_each(first.extent, [=](index<1> i) restrict(amp) {
    const int number = first[i];
    second[i[0] / 2] = number;
    first[32] = second[40] + 1;
  });
}
