// Launches by several threads of the host, and kernels that throw: prints done.
#include <amp.h>

#include <cstdio>
#include <stdexcept>
#include <thread>
#include <vector>

using namespace concurrency;

void launch() {
  std::vector<int> numbers(2048, 1);
  const array_view<int> view(numbers);
  parallel_for_each(
      view.extent.tile<1024>(), [=](tiled_index<1024> t) restrict(amp) {
        tile_static int reversed[1024];
        for (int round = 0; round < 4; ++round) {
          reversed[1023 - t.local[0]] = view[t];
          t.barrier.wait();
          view[t] = reversed[t.local[0]] + round;
          t.barrier.wait();
        }
      });
  parallel_for_each(
      view.extent, [=](index<1> i) restrict(amp) { view[i] += i[0]; });
  view.synchronize();

  array<int> copied(2048);
  copy_async(numbers.begin(), numbers.end(), copied).get();
  numbers.assign(numbers.size(), 2);
  copy_async(copied, view).get();
  numbers[0] = 3;
}

// Each call has a frame that is unwound while other threads wait.
int descend(const tiled_index<64>& t, int depth) {
  char frame[24] = {};
  frame[depth] = static_cast<char>(t.local[0]);
  if (depth > 0) return descend(t, depth - 1) + frame[depth];
  if (t.local[0] == 40) throw std::runtime_error("stop");
  t.barrier.wait();
  return frame[0];
}

int use_large_frame(const tiled_index<64>& t) {
  char frame[3000] = {};
  for (char& c : frame) c = static_cast<char>(t.local[0]);
  t.barrier.wait();
  return frame[t.local[0]];
}

void fail_in_tile(bool diverges) {
  array<int> sums(64);
  try {
    parallel_for_each(sums.extent.tile<64>(), [&sums, diverges](tiled_index<64> t) {
      t.barrier.wait();
      if (diverges && t.local[0] < 3) t.barrier.wait();
      if (!diverges) sums[t] = descend(t, 10);
    });
    std::puts("no exception");
  } catch (const runtime_exception&) {
  }
  parallel_for_each(sums.extent.tile<64>(),
                    [&sums](tiled_index<64> t) { sums[t] = use_large_frame(t); });
}

int main() {
  std::thread other(launch);
  for (int i = 0; i < 10; ++i) launch();
  other.join();
  for (int i = 0; i < 3; ++i) fail_in_tile(i == 1);
  std::puts("done");
}
