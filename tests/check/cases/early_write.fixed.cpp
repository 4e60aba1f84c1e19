// The host writes the source when it has been copied.
#include <amp.h>

#include <vector>

using namespace concurrency;

int main() {
  std::vector<int> data(4, 1);
  array<int, 2> numbers(2, 2);
  completion_future copied = copy_async(data.begin(), data.end(), numbers);
  copied.get();
  data[2] = 5;
  return 0;
}
