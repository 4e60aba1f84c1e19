// A correct kernel, built with milliamp::milliamp: prints 0 2 4 6 8 10 12 14.
#include <cstdio>
#include <cstring>  // declares the C library's index()
// A standard header may come before <amp.h>.
#include <amp.h>

using namespace concurrency;

int main() {
  int data[8] = {0, 1, 2, 3, 4, 5, 6, 7};
  array_view<int, 1> numbers(8, data);
  parallel_for_each(
      numbers.extent, [=](index<1> i) restrict(amp) { numbers[i] *= 2; });
  numbers.synchronize();
  for (int number : data) std::printf("%d ", number);
  std::printf("\n");
}
