// The index is within bounds in the function that the kernel calls in two places.
#include <amp.h>

#include <vector>

using namespace concurrency;

__attribute__((noinline)) int at_offset(const array_view<const int>& v, int i) restrict(cpu, amp) {
  return v[(i + 1) % 4];
}

int main() {
  std::vector<int> data(4);
  std::vector<int> result(4);
  const array_view<const int> in(4, data);
  const array_view<int> out(4, result);
  parallel_for_each(out.extent, [=](index<1> i) restrict(amp) {
    out[i] = at_offset(in, i[0] / 2);
    out[i] += at_offset(in, i[0]);
  });
  out.synchronize();
}
