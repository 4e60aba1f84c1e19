// Launches without a fault, by several threads of the host: prints done.
#include <amp.h>

#include <cstdio>
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

int main() {
  std::thread other(launch);
  for (int i = 0; i < 10; ++i) launch();
  other.join();
  std::puts("done");
}
