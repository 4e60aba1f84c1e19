// What an exception does that leaves a kernel: it ends the launch, and reaches the caller of
// parallel_for_each as a runtime_exception with the original message and the thread.

#include "engine/both_engines.h"
#include "engine/counted.h"

#include <amp.h>

#include <atomic>
#include <functional>
#include <new>
#include <optional>
#include <stdexcept>
#include <string>

using namespace concurrency;
using milliamp::tests::counted;
using milliamp::tests::wait_deep_down;
using testing::AllOf;
using testing::HasSubstr;
using testing::StartsWith;

namespace {

class Failure : public milliamp::tests::BothEngines {
 protected:
  void TearDown() override {
    ignore_findings();
    BothEngines::TearDown();
  }

  /// The next launch on the same workers finds nothing left of the one that failed.
  void expect_next_launch_works() {
    std::atomic<int> sum{0};
    launch(extent<1>(256).tile<16>(), [&](tiled_index<16> t) {
      tile_static int values[16];
      for (int round = 0; round < 3; ++round) {
        values[t.local[0]] = t.local[0];
        t.barrier.wait();
        sum += values[(t.local[0] + 1) % 16];
        t.barrier.wait();
      }
    });
    EXPECT_EQ(sum, 16 * 3 * 120);
  }
};

// --- What the caller gets ------------------------------------------------------------------------

TEST_P(Failure, KeepsTheMessageAndNamesTheThreadOfAnUntiledLaunch) {
  const std::string message = failure_of(extent<2>(100, 200), [](index<2> i) {
    if (i == index<2>(41, 7)) throw std::out_of_range("not in the table");
  });
  EXPECT_EQ(message, "not in the table (thrown in a kernel by thread global (41,7))");
}

TEST_P(Failure, KeepsTheMessageAndNamesTheThreadOfATiledLaunch) {
  const std::string message =
      failure_of(extent<3>(4, 6, 8).tile<2, 3, 4>(), [](tiled_index<2, 3, 4> t) {
        if (t.global == index<3>(3, 1, 6)) {
          throw std::logic_error("no such value");
        }
      });
  EXPECT_EQ(message,
            "no such value (thrown in a kernel by thread local (1,1,2) tile (1,0,1) "
            "global (3,1,6))");
}

TEST_P(Failure, KeepsTheErrorCodeOfARuntimeException) {
  const auto expect = [this](const auto& domain, const auto& kernel) {
    try {
      launch(domain, kernel);
      ADD_FAILURE() << "the launch has not failed";
    } catch (const runtime_exception& failure) {
      EXPECT_THAT(failure.what(), StartsWith("out of luck (thrown in a kernel by thread"));
      EXPECT_EQ(failure.get_error_code(), 7);
    }
  };
  expect(extent<1>(64), [](index<1>) { throw runtime_exception("out of luck", 7); });
  expect(extent<1>(64).tile<16>(),
         [](tiled_index<16>) { throw runtime_exception("out of luck", 7); });
  expect(extent<1>(64).tile<16>(), [](tiled_index<16> t) {
    t.barrier.wait();
    throw runtime_exception("out of luck", 7);
  });
}

TEST_P(Failure, NamesTheTypeOfAnExceptionWithoutMessage) {
  struct mistake {};
  const auto one = extent<1>(1);
  EXPECT_THAT(failure_of(one, [](index<1>) { throw 42; }),
              StartsWith("an exception of type int (thrown in a kernel by thread global (0))"));
  EXPECT_THAT(failure_of(one.tile<1>(), [](tiled_index<1>) { throw "text"; }),
              StartsWith("an exception of type char const* (thrown"));
  EXPECT_THAT(failure_of(one.tile<1>(), [](tiled_index<1>) { throw mistake(); }),
              HasSubstr("mistake (thrown"));
  EXPECT_THAT(failure_of(one.tile<1>(), [](tiled_index<1>) { throw std::bad_alloc(); }),
              StartsWith("std::bad_alloc (thrown"));
}

// --- Where it is thrown --------------------------------------------------------------------------

// By the first, an inner and the last thread; before, between and after barriers.
TEST_P(Failure, EndsTheTileWhereverAndByWhomeverItIsThrown) {
  constexpr int threads = 32, barriers = 3;
  for (int stage = 0; stage <= barriers; ++stage) {
    for (const int thrower : {0, 1, 17, 31}) {
      SCOPED_TRACE(std::to_string(thrower) + " after barriers: " + std::to_string(stage));
      std::atomic<int> alive{0};
      const std::string message =
          failure_of(extent<1>(threads).tile<threads>(), [&](tiled_index<threads> t) {
            const counted object(alive);
            for (int i = 0; i <= barriers; ++i) {
              if (i == stage && t.local[0] == thrower) throw std::runtime_error("enough");
              if (i < barriers) t.barrier.wait();
            }
          });
      const std::string number = '(' + std::to_string(thrower) + ')';
      EXPECT_EQ(message, "enough (thrown in a kernel by thread local " + number +
                             " tile (0) global " + number + ')');
      EXPECT_EQ(alive, 0);
      expect_next_launch_works();
    }
  }
}

TEST_P(Failure, OfSeveralThreadsAtOnceIsThatOfOne) {
  for (int barriers = 0; barriers < 2; ++barriers) {
    std::atomic<int> alive{0};
    const std::string message = failure_of(extent<1>(64).tile<64>(), [&](tiled_index<64> t) {
      const counted object(alive);
      for (int i = 0; i < barriers; ++i) t.barrier.wait();
      if (t.local[0] % 2 == 1) throw std::runtime_error("me too");
    });
    EXPECT_THAT(message, StartsWith("me too (thrown in a kernel by thread local ("));
    EXPECT_EQ(alive, 0);
  }
  expect_next_launch_works();
}

TEST_P(Failure, DestroysWhatIsOnTheStacksOfAllThreads) {
  for (const int thrower : {0, 1, 500, 1023}) {
    std::atomic<int> alive{0}, most{0};
    EXPECT_THAT(failure_of(extent<1>(4096).tile<1024>(),
                           [&](tiled_index<1024> t) {
                             const counted object(alive);
                             wait_deep_down(t.barrier, alive, 10);
                             if (t.local[0] == thrower) {
                               most = alive.load();
                               throw std::runtime_error("enough");
                             }
                             wait_deep_down(t.barrier, alive, 10);
                           }),
                StartsWith("enough"));
    EXPECT_GT(most, 1024);
    EXPECT_EQ(alive, 0);
  }
  expect_next_launch_works();
}

// A handler of the kernel that takes all exceptions cannot keep a tile alive that has failed.
TEST_P(Failure, IsNotUndoneByAHandlerForEverything) {
  for (const int thrower : {0, 1, 5, 15}) {
    SCOPED_TRACE(thrower);
    std::atomic<int> alive{0}, handled{0};
    const std::string message = failure_of(extent<1>(16).tile<16>(), [&](tiled_index<16> t) {
      const counted object(alive);
      t.barrier.wait();
      if (t.local[0] == thrower) throw std::runtime_error("enough");
      for (int i = 0; i < 3; ++i) {
        try {
          const counted another(alive);
          t.barrier.wait();
        } catch (...) {
          ++handled;
        }
      }
    });
    EXPECT_THAT(message, StartsWith("enough (thrown in a kernel by thread local (" +
                                    std::to_string(thrower) + ')'));
    EXPECT_EQ(alive, 0);
    expect_next_launch_works();
  }
}

TEST_P(Failure, UnwindsAThreadThatHandlesAnException) {
  std::atomic<int> alive{0};
  struct token {
    explicit token(std::atomic<int>& count) : object(std::make_shared<counted>(count)) {}
    std::shared_ptr<counted> object;
  };
  EXPECT_THAT(failure_of(extent<1>(16).tile<16>(),
                         [&](tiled_index<16> t) {
                           try {
                             throw token(alive);
                           } catch (const token&) {
                             t.barrier.wait();
                             if (t.local[0] == 7) throw std::runtime_error("enough");
                             t.barrier.wait();
                           }
                         }),
              StartsWith("enough (thrown in a kernel by thread local (7)"));
  EXPECT_EQ(alive, 0);
  expect_next_launch_works();
}

// --- Other tiles ---------------------------------------------------------------------------------

// REF runs them, so that its findings do not depend on which tile fails first.
TEST_P(Failure, StopsOtherTilesOnWarpOnly) {
  const bool is_ref = GetParam() == accelerator::direct3d_ref;
  const int tiles = is_ref ? 1 << 10 : 1 << 20;
  std::atomic<int> run{0};
  failure_of(extent<1>(tiles * 2).tile<2>(), [&](tiled_index<2>) {
    if (++run == 10) throw std::runtime_error("enough");
  });
  if (is_ref) {
    EXPECT_GE(run, tiles * 2 - 1) << "the other thread of the failed tile may not have begun";
  } else {
    EXPECT_LT(run, tiles * 2);
  }
  expect_next_launch_works();
}

TEST_P(Failure, OnRefIsThatOfTheLowestTile) {
  if (GetParam() != accelerator::direct3d_ref) GTEST_SKIP() << "WARP stops at the first failure";
  const std::string message = failure_of(extent<1>(256).tile<2>(), [](tiled_index<2> t) {
    if (t.tile[0] >= 5) throw std::runtime_error("in tile " + std::to_string(t.tile[0]));
  });
  EXPECT_THAT(message, testing::HasSubstr("in tile 5"));
}

// As with tiles.
TEST_P(Failure, StopsOtherPointsOfAnUntiledLaunchOnWarpOnly) {
  const bool is_ref = GetParam() == accelerator::direct3d_ref;
  const int points = is_ref ? 1 << 12 : 1 << 24;
  std::atomic<int> run{0};
  failure_of(extent<1>(points), [&](index<1> i) {
    ++run;
    if (i[0] == 0) throw std::runtime_error("enough");
  });
  if (is_ref) {
    EXPECT_EQ(run, points);
  } else {
    EXPECT_LT(run, points);
  }
  expect_next_launch_works();
}

TEST_P(Failure, OnRefIsThatOfTheLowestPoint) {
  if (GetParam() != accelerator::direct3d_ref) GTEST_SKIP() << "WARP stops at the first failure";
  const std::string message = failure_of(extent<2>(64, 64), [](index<2> i) {
    if (i[0] * 64 + i[1] >= 777) throw std::runtime_error("point");
  });
  EXPECT_EQ(message, "point (thrown in a kernel by thread global (12,9))");
}

/// Every thread of a tile fails in some of so many launches.
constexpr int failing_launches = 32;

TEST_P(Failure, OfSeveralTilesAtOnceEndsTheLaunchOnce) {
  for (int i = 0; i < failing_launches; ++i) {
    std::atomic<int> alive{0};
    const std::string message = failure_of(extent<1>(16 * 1000).tile<16>(), [&](tiled_index<16> t) {
      const counted object(alive);
      t.barrier.wait();
      if (t.local[0] == i % 16) throw std::runtime_error("one of many");
      t.barrier.wait();
    });
    EXPECT_THAT(message, StartsWith("one of many (thrown in a kernel by thread local (" +
                                    std::to_string(i % 16) + ")"));
    EXPECT_EQ(alive, 0);
  }
  expect_next_launch_works();
}

TEST_P(Failure, OfSeveralPointsAtOnceEndsTheLaunchOnce) {
  for (int i = 0; i < failing_launches; ++i) {
    EXPECT_THAT(failure_of(extent<1>(100'000),
                           [&](index<1> p) {
                             if (p[0] % 100 == i) throw std::runtime_error("one of many");
                           }),
                StartsWith("one of many (thrown in a kernel by thread global ("));
  }
  expect_next_launch_works();
}

// --- What kernels must not do --------------------------------------------------------------------

TEST_P(Failure, IsWhatALaunchWithinAKernelMakes) {
  const auto launch_one = [this] { launch(extent<1>(1), [](index<1>) {}); };
  const auto launch_tile = [this] { launch(extent<1>(1).tile<1>(), [](tiled_index<1>) {}); };
  const auto nested = HasSubstr("parallel_for_each within a kernel");
  EXPECT_THAT(failure_of(extent<1>(100), [&](index<1>) { launch_one(); }),
              AllOf(nested, HasSubstr("thrown in a kernel by thread global (")));
  EXPECT_THAT(failure_of(extent<1>(100), [&](index<1>) { launch_tile(); }), nested);
  EXPECT_THAT(failure_of(extent<1>(16).tile<16>(), [&](tiled_index<16>) { launch_tile(); }),
              nested);
  EXPECT_THAT(failure_of(extent<1>(16).tile<16>(),
                         [&](tiled_index<16> t) {
                           t.barrier.wait();
                           if (t.local[0] == 5) launch_one();
                           t.barrier.wait();
                         }),
              AllOf(nested, HasSubstr("thrown in a kernel by thread local (5) tile (0)")));
  launch_one();
  launch_tile();
  expect_next_launch_works();
}

TEST_P(Failure, IsWhatTheHostsFunctionsMakeInAKernel) {
  std::vector<int> numbers(4), others(4);
  const array_view<int> view(4, numbers), other(4, others);
  const auto expect_failure = [this](const char* message, const std::function<void()>& call) {
    EXPECT_THAT(failure_of(extent<1>(4), [&](index<1>) { call(); }),
                StartsWith(std::string(message) + " within a kernel: it is restrict(cpu)"));
  };
  expect_failure("the constructor of an array or a texture", [] { array<int>(4); });
  expect_failure("copy", [&] { copy(view, other); });
  expect_failure("copy", [&] { copy(view, others.begin()); });
  expect_failure("copy_async", [&] { copy_async(view, others.begin()); });
  expect_failure("synchronize", [&] { view.synchronize(); });
  expect_failure("synchronize_async", [&] { view.synchronize_async(); });
  expect_failure("refresh", [&] { view.refresh(); });
  expect_next_launch_works();
}

TEST_P(Failure, IsWhatABarrierMakesOnTheHost) {
  std::optional<tile_barrier> escaped[4];
  launch(extent<1>(4).tile<4>(), [&](tiled_index<4> t) {
    t.barrier.wait();
    escaped[t.local[0]].emplace(t.barrier);
  });
  for (const auto& barrier : escaped) {
    EXPECT_THROW(barrier->wait(), unsupported_feature);
    EXPECT_THROW(barrier->wait_with_all_memory_fence(), unsupported_feature);
    EXPECT_THROW(barrier->wait_with_global_memory_fence(), unsupported_feature);
    EXPECT_THROW(barrier->wait_with_tile_static_memory_fence(), unsupported_feature);
    EXPECT_THROW(all_memory_fence(*barrier), unsupported_feature);
    EXPECT_THROW(global_memory_fence(*barrier), unsupported_feature);
    EXPECT_THROW(tile_static_memory_fence(*barrier), unsupported_feature);
  }
  try {
    escaped[0]->wait();
  } catch (const unsupported_feature& failure) {
    EXPECT_THAT(failure.what(), HasSubstr("only within a tiled parallel_for_each"));
  }
  expect_next_launch_works();
}

MILLIAMP_ON_BOTH_ENGINES(Failure);

}  // namespace
