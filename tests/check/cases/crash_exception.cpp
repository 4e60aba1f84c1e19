// An exception leaves a kernel, and the host does not catch that of the launch.
// exits with 134
#include <amp.h>

#include <stdexcept>
#include <vector>

using namespace concurrency;

int root_of(int value) {
  if (value < 0) throw std::domain_error("no root");
  int root = 0;
  while (root * root < value) ++root;
  return root;
}

int main() {
  std::vector<int> numbers = {1, 4, -9, 16};
  array_view<int> data(4, numbers);
  parallel_for_each(data.extent, [=](index<1> i) restrict(amp) { data[i] = root_of(data[i]); });
}
