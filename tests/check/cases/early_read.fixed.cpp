// The host waits for the copy.
#include <amp.h>

#include <vector>

using namespace concurrency;

int main() {
  array<int> numbers(4);
  parallel_for_each(numbers.extent, [&](index<1> i) restrict(amp) { numbers[i] = i[0]; });
  std::vector<int> result(4);
  completion_future copied = copy_async(numbers, result.begin());
  copied.get();
  const int last = result[3];
  return last != 3;
}
