// Launches from tasks of the program, which run on the OS threads that also run kernels.

#include "engine/both_engines.h"

#include <tbb/global_control.h>
#include <tbb/task_arena.h>
#include <tbb/task_group.h>

#include <atomic>
#include <vector>

using namespace concurrency;

namespace {

class HostTasks : public milliamp::tests::BothEngines {
 protected:
  /// More points than one worker runs, of which each takes a while.
  int sum_of_points() const {
    std::vector<int> values(points);
    const array_view<int> view(values);
    launch(
        view.extent, [view](index<1> i) restrict(amp) {
          unsigned state = static_cast<unsigned>(i[0]);
          for (unsigned k = 0; k < 20000; ++k) state = state * 1664525u + (k ^ (state >> 3));
          view[i] = state == 0 ? 2 : 1;
        });
    view.synchronize();
    int sum = 0;
    for (const int value : values) sum += value;
    return sum;
  }

  static constexpr int points = 256;
};

TEST_P(HostTasks, OfACanceledGroupMayLaunch) {
  std::atomic<int> sum{0};
  int sum_of_tiles = 0;
  tbb::task_group group;
  group.run([&] {
    group.cancel();
    sum = sum_of_points();
    std::vector<int> values(64);
    const array_view<int> view(values);
    launch(
        view.extent.tile<4>(), [view](tiled_index<4> t) restrict(amp) { view[t] = 1; });
    view.synchronize();
    for (const int value : values) sum_of_tiles += value;
  });
  group.wait();
  EXPECT_EQ(sum, points);
  EXPECT_EQ(sum_of_tiles, 64);
}

// A task might need a lock that the launching one holds, or use thread-local variables.
TEST_P(HostTasks, DoNotRunInsideALaunchOfAnother) {
  constexpr int threads = 4;
  const tbb::global_control limit(tbb::global_control::max_allowed_parallelism, threads);
  tbb::task_arena arena(threads);
  std::atomic<int> nested{0}, wrong{0};
  arena.execute([&] {
    tbb::task_group group;
    for (int task = 0; task < 60; ++task) {
      group.run([&] {
        thread_local bool is_launching = false;
        if (is_launching) ++nested;
        is_launching = true;
        if (sum_of_points() != points) ++wrong;
        is_launching = false;
      });
    }
    group.wait();
  });
  EXPECT_EQ(nested, 0);
  EXPECT_EQ(wrong, 0);
}

MILLIAMP_ON_BOTH_ENGINES(HostTasks);

}  // namespace
