// Threads wait in a loop for a change of their own variable.
#include <amp.h>

#include <vector>

using namespace concurrency;

__attribute__((noinline)) bool is_zero(volatile const int* number) restrict(amp) {
  return *number == 0;
}

int main() {
  std::vector<int> data(1);
  array_view<int> out(1, data);
  try {
    parallel_for_each(out.extent, [=](index<1> i) restrict(amp) {
      int left = 3 + i[0];
      while (!is_zero(&left)) {
      }
      out[i] = left;
    });
  } catch (const runtime_exception&) {
  }
}
