// The same, but a thread validates the value that it has read: it exchanges it for another one. Such
// reads are deliberate.

#include <amp.h>

#include <vector>

using namespace concurrency;

int main() {
  constexpr int count = 5000;
  std::vector<int> counters(count), seen(count);
  array_view<int> counts(count, counters);
  array_view<int> results(count, seen);
  parallel_for_each(counts.extent, [=](index<1> i) restrict(amp) {
    const int known = counts[i];
    results[i] = known;
    if (i[0] == 500) atomic_exchange(&counts[i], known + 1);
    if (i[0] == 700) atomic_fetch_inc(&counts[index<1>(300)]);
  });
  counts.synchronize();
}
