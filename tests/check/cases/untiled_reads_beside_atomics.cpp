// The threads of untiled launches read memory that others change by atomic operations.
#include <amp.h>

#include <vector>

using namespace concurrency;

/// Numbers the elements that pass, and reads how many have passed so far.
void count_passing(const array_view<int>& data, const array_view<int>& out) {
  std::vector<int> counters(1);
  array_view<int> count(1, counters);
  parallel_for_each(data.extent, [=](index<1> i) restrict(amp) {
    if (data[i] % 3 == 0) atomic_fetch_inc(&count[0]);
    out[i] = count[0];
  });
}

/// Adds to the next element what the thread's own has, which its neighbor adds to.
void add_to_next(const array_view<int>& data) {
  parallel_for_each(data.extent, [=](index<1> i) restrict(amp) {
    const int own = data[i];
    atomic_fetch_add(&data[(i[0] + 1) % data.extent[0]], own);
  });
}

int main() {
  std::vector<int> numbers(2000), results(2000);
  array_view<int> data(2000, numbers), out(2000, results);
  count_passing(data, out);
  add_to_next(data);
}
