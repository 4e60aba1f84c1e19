// Launches a kernel with one race if there is an argument, and leaves main() by pthread_exit(). A
// thread of the program goes on for a moment, after which the process must end.

#include <amp.h>
#include <pthread.h>

#include <chrono>
#include <cstdio>
#include <thread>

using namespace concurrency;

namespace {

void launch() {
  array_view<int> numbers(16);
  parallel_for_each(extent<1>(16).tile<4>(), [=](tiled_index<4> t) {
    tile_static int last;
    last = t.local[0];
    t.barrier.wait();
    numbers[t.global] = last;
  });
  std::printf("%d\n", numbers[15]);
}

}  // namespace

int main(int count, char**) {
  if (count > 1) launch();
  std::thread([] {
    std::this_thread::sleep_for(std::chrono::milliseconds(50));
    std::puts("the last thread ends");
    std::fflush(stdout);
  }).detach();
  pthread_exit(nullptr);
}
