// Nothing waits for the future: the vector may be destroyed before it has the results.
#include <amp.h>

#include <vector>

using namespace concurrency;

int main() {
  array<int> numbers(4);
  parallel_for_each(numbers.extent, [&](index<1> i) restrict(amp) { numbers[i] = i[0]; });
  std::vector<int> results(4);
  copy_async(numbers, results.begin());
}
