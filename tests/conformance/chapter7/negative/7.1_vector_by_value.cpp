// error: view a std::vector with an array_view
#include <amp.h>

#include <vector>

using namespace concurrency;

void f() {
  std::vector<int> numbers(4);
  array_view<int> results(4);
  parallel_for_each(
      results.extent, [=](index<1> i) restrict(amp) { results[i] = numbers[i[0]]; });
}
