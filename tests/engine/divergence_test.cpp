// Threads of a tile that do not all come to the same barrier (spec 8.1.1): the launch ends with a
// runtime_exception that says who waits where and who has returned, and the next one works.

#include "engine/both_engines.h"
#include "engine/counted.h"

#include <atomic>
#include <string>
#include <vector>

using namespace concurrency;
using milliamp::tests::counted;
using milliamp::tests::wait_deep_down;
using testing::AllOf;
using testing::HasSubstr;
using testing::Not;

namespace {

class Divergence : public milliamp::tests::BothEngines {
 protected:
  /// The next launch on the same workers finds nothing left of the one that failed.
  void expect_next_launch_works() {
    std::atomic<int> sum{0};
    launch(extent<1>(64).tile<4>(), [&](tiled_index<4> t) {
      tile_static int values[4];
      for (int round = 0; round < 3; ++round) {
        values[t.local[0]] = t.local[0];
        t.barrier.wait();
        sum += values[(t.local[0] + 1) % 4];
        t.barrier.wait();
      }
    });
    EXPECT_EQ(sum, 16 * 3 * 6);
  }

  /// REF also reports the divergence.
  void expect_finding() {
    const std::vector<milliamp::finding> findings = take_findings();
    ASSERT_EQ(findings.size(), is_ref() ? 1u : 0u);
    if (is_ref()) {
      EXPECT_EQ(findings[0].kind, milliamp::finding_kind::barrier_divergence);
    }
  }
};

/// The digits of a number to the base 4, one for each thread.
int digit(int number, int place) { return number >> 2 * place & 3; }

// Each of four threads waits 0, 1, 2 or 3 times, in all 256 combinations.
TEST_P(Divergence, IsFoundWhicheverThreadWaitsMoreOften) {
  for (int waits = 0; waits < 256; ++waits) {
    SCOPED_TRACE(waits);
    std::atomic<int> alive{0};
    const auto kernel = [&](tiled_index<4> t) {
      const counted object(alive);
      const int count = digit(waits, t.local[0]);
      for (int i = 0; i < count; ++i) t.barrier.wait();
    };
    const bool same = waits % 85 == 0;
    if (same) {
      launch(extent<1>(4).tile<4>(), kernel);
    } else {
      EXPECT_THAT(failure_of(extent<1>(4).tile<4>(), kernel), HasSubstr("barrier divergence"));
      expect_finding();
      expect_next_launch_works();
    }
    EXPECT_EQ(alive, 0);
  }
}

// Each of four threads returns, waits at one barrier, waits at another, or throws. WARP tells no
// barrier from another. (The two have different fences, or the compiler would make them one.)
TEST_P(Divergence, IsFoundWhicheverBranchAThreadTakes) {
  enum { returns, waits_here, waits_there, throws };
  for (int choices = 0; choices < 256; ++choices) {
    SCOPED_TRACE(choices);
    bool some[4] = {};
    for (int thread = 0; thread < 4; ++thread) some[digit(choices, thread)] = true;
    std::atomic<int> alive{0};
    const auto kernel = [&](tiled_index<4> t) {
      const counted object(alive);
      const int choice = digit(choices, t.local[0]);
      if (choice == throws) throw "a mistake";
      if (choice == waits_here) t.barrier.wait();
      if (choice == waits_there) t.barrier.wait_with_global_memory_fence();
    };
    const bool differ = is_ref() ? some[returns] + some[waits_here] + some[waits_there] > 1
                                 : some[returns] && (some[waits_here] || some[waits_there]);
    if (some[throws]) {
      // A thread that throws may end the tile before the others have stopped, or after.
      EXPECT_THAT(failure_of(extent<1>(4).tile<4>(), kernel),
                  testing::AnyOf(HasSubstr("exception of type char const*"),
                                 HasSubstr(differ ? "barrier divergence" : "no such thing")));
      take_findings();
    } else if (differ) {
      EXPECT_THAT(failure_of(extent<1>(4).tile<4>(), kernel), HasSubstr("barrier divergence"));
      expect_finding();
    } else {
      launch(extent<1>(4).tile<4>(), kernel);
    }
    EXPECT_EQ(alive, 0);
    expect_next_launch_works();
  }
}

TEST_P(Divergence, SaysWhoWaitsWhereAndWhoHasReturned) {
  static constexpr int line_of_wait = __LINE__ + 3;
  const std::string message = failure_of(extent<2>(4, 6).tile<2, 3>(), [](tiled_index<2, 3> t) {
    if (t.tile == index<2>(1, 1) && t.local == index<2>(0, 2)) return;
    t.barrier.wait();
  });
  EXPECT_THAT(message, AllOf(HasSubstr("barrier divergence"),
                             HasSubstr("1 thread: return from the kernel (local (0,2) tile (1,1) "
                                       "global (2,5))"),
                             HasSubstr("5 threads: wait at a barrier at "),
                             HasSubstr("divergence_test.cpp:" + std::to_string(line_of_wait)),
                             HasSubstr("local (0,0) tile (1,1) global (2,3)")));
  expect_finding();
}

TEST_P(Divergence, SaysWhichBarriersAreMeant) {
  if (!is_ref()) GTEST_SKIP() << "WARP tells no barrier from another";
  if (!MILLIAMP_CHECKED_CODE) GTEST_SKIP() << "the compiler may make one barrier of two";
  static constexpr int line_of_first = __LINE__ + 4;
  static constexpr int line_of_second = __LINE__ + 5;
  const std::string message = failure_of(extent<1>(4).tile<4>(), [](tiled_index<4> t) {
    if (t.local[0] == 1) {
      t.barrier.wait();
    } else {
      t.barrier.wait_with_global_memory_fence();
    }
  });
  EXPECT_THAT(message, AllOf(HasSubstr("1 thread: wait at a barrier at "),
                             HasSubstr("divergence_test.cpp:" + std::to_string(line_of_first)),
                             HasSubstr("3 threads: wait at a barrier at "),
                             HasSubstr("divergence_test.cpp:" + std::to_string(line_of_second)),
                             Not(HasSubstr("return from"))));
  expect_finding();
}

// Unwinding reaches what threads have on their stacks far away from the barrier.
TEST_P(Divergence, DestroysWhatIsOnTheStacksOfAllThreads) {
  for (const int leaver : {0, 1, 500, 1023}) {
    std::atomic<int> alive{0};
    const std::string message = failure_of(extent<1>(4096).tile<1024>(), [&](tiled_index<1024> t) {
      const counted object(alive);
      for (int round = 0; round < 3; ++round) {
        if (round == 2 && t.local[0] == leaver) return;
        wait_deep_down(t.barrier, alive, 20);
      }
    });
    EXPECT_THAT(message, HasSubstr("1 thread: return from the kernel (local (" +
                                   std::to_string(leaver) + ')'));
    EXPECT_THAT(message, HasSubstr("1023 threads: wait at a barrier"));
    EXPECT_EQ(alive, 0);
    expect_finding();
    expect_next_launch_works();
  }
}

// The report needs stack of its own; the kernel's threads may have little left of theirs.
TEST_P(Divergence, IsReportedWhenTheThreadsHaveLittleStackLeft) {
  const std::string message = failure_of(extent<1>(4).tile<4>(), [](tiled_index<4> t) {
    volatile char most[244 * 1024];
    for (std::size_t i = 0; i < sizeof most; i += 1024) most[i] = 1;
    if (t.local[0] != 2) t.barrier.wait();
  });
  EXPECT_THAT(message, HasSubstr("1 thread: return from the kernel (local (2)"));
  expect_finding();
}

TEST_P(Divergence, OfManyTilesEndsTheLaunchOnce) {
  for (int i = 0; i < 20; ++i) {
    std::atomic<int> alive{0};
    EXPECT_THAT(failure_of(extent<1>(16 * 1000).tile<16>(),
                           [&](tiled_index<16> t) {
                             const counted object(alive);
                             if (t.local[0] != t.tile[0] % 16) t.barrier.wait();
                           }),
                HasSubstr("barrier divergence"));
    EXPECT_EQ(alive, 0);
    take_findings();
  }
  expect_next_launch_works();
}

MILLIAMP_ON_BOTH_ENGINES(Divergence);

}  // namespace
