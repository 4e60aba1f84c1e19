#include <amp.h>

#include <vector>

using namespace concurrency;

int main() {
  array<int> numbers(4);
  parallel_for_each(numbers.extent, [&](index<1> i) restrict(amp) { numbers[i] = i[0]; });
  std::vector<int> results(4);
  copy_async(numbers, results.begin()).get();
  // A view synchronizes its memory when it is destroyed, whoever waits for the future.
  array_view<int> view(4, results);
  parallel_for_each(view.extent, [=](index<1> i) restrict(amp) { view[i] += 1; });
  view.synchronize_async();
}
