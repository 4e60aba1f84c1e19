// Atomic operations validate what the threads of untiled launches have read.
#include <amp.h>

#include <vector>

using namespace concurrency;

constexpr int points = 20000;

/// The value that the atomic operation returns does not change.
void count_passing(const array_view<int>& data, const array_view<int>& out) {
  std::vector<int> counters(1);
  array_view<int> count(1, counters);
  parallel_for_each(data.extent, [=](index<1> i) restrict(amp) {
    out[i] = data[i] % 3 == 0 ? atomic_fetch_inc(&count[0]) : -1;
  });
}

/// The atomic operation confirms that the value is still the same.
void add_by_exchange(const array_view<int>& data, const array_view<int>& sums) {
  parallel_for_each(data.extent, [=](index<1> i) restrict(amp) {
    int& sum = sums[i[0] % 3000];
    int old = sum;
    while (!atomic_compare_exchange(&sum, &old, old + data[i])) {
    }
  });
}

/// Most threads read only; the first one that changes the value does so late.
void find_greatest(const array_view<int>& data) {
  std::vector<int> value(1, points / 2);
  array_view<int> greatest(1, value);
  parallel_for_each(data.extent, [=](index<1> i) restrict(amp) {
    if (i[0] > greatest[0]) atomic_fetch_max(&greatest[0], i[0]);
  });
}

/// Only one thread finds it.
void find_any(const array_view<int>& data) {
  std::vector<int> value(1);
  array_view<int> found(1, value);
  parallel_for_each(data.extent, [=](index<1> i) restrict(amp) {
    if (found[0] == 0 && i[0] == points / 3) atomic_exchange(&found[0], 1);
  });
}

/// Each thread may change its own element, and those of others.
void claim(const array_view<int>& data, const array_view<int>& owners) {
  parallel_for_each(data.extent, [=](index<1> i) restrict(amp) {
    for (int step = 0; step < 2; ++step) {
      int& owner = owners[(i[0] + step) % points];
      if (owner == 0) atomic_exchange(&owner, i[0] + 1);
    }
  });
}

/// Each thread is a tile of its own; one in 16 counts.
void count_in_tiles(const array_view<int>& data) {
  std::vector<int> value(1);
  array_view<int> count(1, value);
  parallel_for_each(data.extent.tile<16>(), [=](tiled_index<16> t) restrict(amp) {
    if (t.local[0] != 5) return;
    int old = count[0];
    while (!atomic_compare_exchange(&count[0], &old, old + 1)) {
    }
  });
  parallel_for_each(data.extent.tile<1>(), [=](tiled_index<1>) restrict(amp) {
    int old = count[0];
    while (!atomic_compare_exchange(&count[0], &old, old + 1)) {
    }
  });
}

int main() {
  std::vector<int> numbers(points), results(points), owned(points);
  array_view<int> data(points, numbers), out(points, results), owners(points, owned);
  count_passing(data, out);
  add_by_exchange(data, out);
  find_greatest(data);
  find_any(data);
  claim(data, owners);
  count_in_tiles(data);
}
