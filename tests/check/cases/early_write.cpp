// The host writes the source of an asynchronous copy before it waits for the copy.
#include <amp.h>

#include <vector>

using namespace concurrency;

int main() {
  std::vector<int> data(4, 1);
  array<int, 2> numbers(2, 2);
  completion_future copied = copy_async(data.begin(), data.end(), numbers);
  data[2] = 5;
  copied.get();
  return 0;
}
