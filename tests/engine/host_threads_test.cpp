// Launches from many threads of the host at once.

#include "engine/both_engines.h"

#include <tbb/parallel_for.h>
#include <tbb/task_arena.h>

#include <atomic>
#include <functional>
#include <future>
#include <string>
#include <thread>
#include <vector>

using namespace concurrency;

namespace {

class HostThreads : public milliamp::tests::BothEngines {
 protected:
  /// A launch whose threads exchange the numbers of their caller through tile_static memory;
  /// returns whether all got the right one.
  template <int Threads>
  bool exchange(int caller) const {
    constexpr int tiles = 20;
    std::atomic<int> right{0};
    launch(extent<1>(Threads * tiles).tile<Threads>(), [&right, caller](tiled_index<Threads> t) {
      tile_static int numbers[Threads];
      for (int round = 0; round < 4; ++round) {
        numbers[t.local[0]] = caller * 1000 + t.global[0] + round;
        t.barrier.wait();
        const int other = (t.local[0] + round) % Threads;
        if (numbers[other] == caller * 1000 + t.tile_origin[0] + other + round) ++right;
        t.barrier.wait();
      }
    });
    return right == Threads * tiles * 4;
  }

  /// Tiles of various sizes, and a launch without tiles.
  bool launch_several(int caller) const {
    std::atomic<int> points{0};
    launch(extent<1>(5000), [&points](index<1>) { ++points; });
    return points == 5000 && exchange<16>(caller) && exchange<1>(caller) && exchange<61>(caller);
  }
};

TEST_P(HostThreads, MayLaunchAllAtOnce) {
  std::atomic<int> right{0};
  std::vector<std::thread> threads;
  for (int i = 0; i < 16; ++i) {
    threads.emplace_back([&, i] {
      for (int repeat = 0; repeat < 5; ++repeat) {
        if (launch_several(i)) ++right;
      }
    });
  }
  for (std::thread& thread : threads) thread.join();
  EXPECT_EQ(right, 16 * 5);
}

TEST_P(HostThreads, MayLiveForOneLaunchOnly) {
  int right = 0;
  for (int i = 0; i < 50; ++i) {
    std::thread([&, i] {
      if (exchange<64>(i)) ++right;
    }).join();
  }
  EXPECT_EQ(right, 50);
}

TEST_P(HostThreads, MayBeTasksOfStdAsync) {
  std::vector<std::future<bool>> tasks;
  for (int i = 0; i < 16; ++i) {
    tasks.push_back(std::async(std::launch::async, [this, i] { return launch_several(i); }));
  }
  for (std::future<bool>& task : tasks) EXPECT_TRUE(task.get());
}

// A worker of oneTBB that waits for its own launch may run another task, which also launches.
TEST_P(HostThreads, MayBeTasksOfTbb) {
  std::atomic<int> right{0};
  tbb::parallel_for(0, 100, [&](int i) {
    if (launch_several(i)) ++right;
  });
  EXPECT_EQ(right, 100);
}

TEST_P(HostThreads, MayBeWithinAnArenaOfTbb) {
  tbb::task_arena arena(1);
  EXPECT_TRUE(arena.execute([this] { return launch_several(1); }));
}

TEST_P(HostThreads, FailEachForItself) {
  std::atomic<int> right{0};
  std::vector<std::thread> threads;
  for (int i = 0; i < 8; ++i) {
    threads.emplace_back([&, i] {
      for (int repeat = 0; repeat < 10; ++repeat) {
        if (i % 2 == 0) {
          if (exchange<32>(i)) ++right;
          continue;
        }
        const std::string mine = "failure " + std::to_string(i);
        const std::string message =
            failure_of(extent<1>(320).tile<32>(), [&mine](tiled_index<32> t) {
              t.barrier.wait();
              if (t.local[0] == 20) throw std::runtime_error(mine);
              t.barrier.wait();
            });
        if (message.rfind(mine, 0) == 0) ++right;
      }
    });
  }
  for (std::thread& thread : threads) thread.join();
  EXPECT_EQ(right, 80);
}

TEST_P(HostThreads, CollectEachItsOwnFindings) {
  std::atomic<int> right{0};
  std::vector<std::thread> threads;
  for (int i = 0; i < 6; ++i) {
    threads.emplace_back([&, i] {
      for (int repeat = 0; repeat < 20; ++repeat) {
        const milliamp::finding_scope scope;
        const bool diverges = i % 2 == 0;
        bool has_failed = false;
        try {
          launch(extent<1>(64).tile<32>(), [diverges](tiled_index<32> t) {
            if (!diverges || t.local[0] < 16) t.barrier.wait();
          });
        } catch (const runtime_exception&) {
          has_failed = true;
        }
        const bool has_finding = !scope.findings().empty();
        if (has_failed == diverges && has_finding == (diverges && is_ref())) ++right;
      }
    });
  }
  for (std::thread& thread : threads) thread.join();
  EXPECT_EQ(right, 120);
}

TEST(HostThreadsTogether, MayUseBothEnginesAtOnce) {
  std::atomic<int> right{0};
  std::vector<std::thread> threads;
  for (int i = 0; i < 8; ++i) {
    threads.emplace_back([&, i] {
      for (int repeat = 0; repeat < 10; ++repeat) {
        const auto* const engine =
            (i + repeat) % 2 == 0 ? accelerator::direct3d_ref : accelerator::direct3d_warp;
        std::atomic<int> sum{0};
        parallel_for_each(accelerator(engine).default_view, extent<1>(320).tile<32>(),
                          [&sum, i](tiled_index<32> t) {
                            tile_static int number;
                            if (t.local[0] == 31) number = i;
                            t.barrier.wait();
                            sum += number;
                          });
        if (sum == i * 320) ++right;
      }
    });
  }
  for (std::thread& thread : threads) thread.join();
  EXPECT_EQ(right, 80);
}

MILLIAMP_ON_BOTH_ENGINES(HostThreads);

}  // namespace
