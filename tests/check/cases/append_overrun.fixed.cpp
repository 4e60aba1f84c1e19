// Threads append the even numbers to an array. Which thread appends which does not depend on the
// workers.
#include <amp.h>

#include <vector>

using namespace concurrency;

constexpr int numbers = 8000;

int append_even(const array_view<const int>& in, array<int>& out, array<int>& size) {
  parallel_for_each(in.extent, [=, &out, &size](index<1> i) restrict(amp) {
    if (in[i] % 2 == 0) {
      const int end = atomic_fetch_inc(&size[0]);
      out[end] = in[i];
    }
  });
  const std::vector<int> copied(size);
  return copied[0];
}

int main() {
  std::vector<int> in(numbers);
  for (int i = 0; i < numbers; ++i) in[static_cast<std::size_t>(i)] = i / 2;
  array<int> out(numbers / 2);
  const std::vector<int> none(1);
  array<int> size(1, none.begin());
  return append_even(array_view<const int>(numbers, in), out, size) == numbers / 2 ? 0 : 1;
}
