// Launches kernels on both engines before main begins, in main, and after its end: from static and
// thread-local objects' constructors and destructors, and from a function for the end of the
// program. Prints a line for each.

#include <amp.h>

#include <atomic>
#include <cstdio>
#include <cstdlib>
#include <thread>

using namespace concurrency;

namespace {

/// The sum of a kernel's results, in which threads of a tile see each other's numbers.
int sum_on(const wchar_t* engine) {
  std::atomic<int> sum{0};
  parallel_for_each(accelerator(engine).default_view, extent<1>(64).tile<16>(),
                    [&](tiled_index<16> t) {
                      tile_static int numbers[16];
                      numbers[t.local[0]] = t.local[0];
                      t.barrier.wait();
                      sum += numbers[15 - t.local[0]];
                    });
  parallel_for_each(accelerator(engine).default_view, extent<1>(10), [&](index<1>) { ++sum; });
  return sum;
}

void launch(const char* when) {
  std::printf("%s: %d %d\n", when, sum_on(accelerator::direct3d_warp),
              sum_on(accelerator::direct3d_ref));
  std::fflush(stdout);
}

struct launches_at_its_end {
  const char* when;
  ~launches_at_its_end() { launch(when); }
};

struct launches_always {
  launches_always() { launch("before main"); }
  ~launches_always() { launch("after main, from a static object"); }
};
launches_always static_object;

// Made before the thread's first launch, and so destroyed after what the launches left in the
// thread.
void launch_in_thread() {
  thread_local const launches_at_its_end first{"at the end of a thread, made before a launch"};
  static_cast<void>(&first);
  launch("in a thread");
  thread_local const launches_at_its_end last{"at the end of a thread, made after a launch"};
  static_cast<void>(&last);
}

}  // namespace

int main() {
  std::atexit([] { launch("after main, from atexit"); });
  launch("in main");
  std::thread(launch_in_thread).join();
  thread_local const launches_at_its_end of_main{"at the end of main's thread"};
  static_cast<void>(&of_main);
}
