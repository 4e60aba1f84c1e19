// A test program that milliamp::fail_tests_with_findings() watches. It has no main of its own.

#include <milliamp/gtest.h>

#include <amp.h>

#include <csignal>
#include <cstdio>
#include <cstdlib>
#include <exception>
#include <string>
#include <thread>
#include <vector>

/// Visible elsewhere, so that compilers keep what kernels compute.
thread_local int result;

namespace {

using namespace concurrency;

[[maybe_unused]] const bool watched = milliamp::fail_tests_with_findings();

void race() {
  parallel_for_each(extent<1>(32).tile<32>(), [](tiled_index<32> t) {
    tile_static int total;
    total = t.local[0];
    t.barrier.wait();
    if (t.local[0] == 0) result = total;
  });
}

TEST(Watched, HasNoFinding) {
  parallel_for_each(extent<1>(32).tile<32>(), [](tiled_index<32> t) { t.barrier.wait(); });
}

TEST(Watched, HasARace) { race(); }

TEST(Watched, HasARaceInAnotherThread) { std::thread(race).join(); }

TEST(Watched, ExpectsARace) { EXPECT_FINDING(race(), milliamp::IsRace()); }

TEST(Watched, ExpectsAnotherVariable) { EXPECT_FINDING(race(), milliamp::OnVariable("sum")); }

TEST(Watched, ExpectsNoRace) { EXPECT_RACE_FREE(race()); }

TEST(Watched, CollectsItself) {
  milliamp::finding_scope scope;
  race();
  EXPECT_EQ(scope.findings().size(), 1u);
}

/// Prints the order of threads, which a random schedule decides.
TEST(Watched, PrintsAnOrder) {
  const milliamp::finding_scope scope;  // std::vector is not made for several threads
  std::vector<int> order;
  parallel_for_each(extent<1>(8).tile<8>(),
                    [&order](tiled_index<8> t) { order.push_back(t.local[0]); });
  std::printf("order");
  for (const int thread : order) std::printf(" %d", thread);
  std::printf("\n");
  FAIL() << "so that it tells how to repeat it";
}

/// The environment variable ENDED_BY says how.
TEST(Watched, EndsTheProcess) {
  race();
  const std::string ended_by = std::getenv("ENDED_BY");
  if (ended_by == "exit(0)") std::exit(0);
  if (ended_by == "exit(5)") std::exit(5);
  if (ended_by == "quick_exit") std::quick_exit(0);
  if (ended_by == "terminate") std::terminate();
  if (ended_by == "abort") std::abort();
  std::raise(ended_by == "fault" ? SIGSEGV : SIGTERM);
}

TEST(Watched, HasARaceInADeathTest) {
  EXPECT_EXIT(
      {
        race();
        std::exit(0);
      },
      testing::ExitedWithCode(0), "");
}

TEST(Watched, HasADeathTestAfterARace) {
  race();
  EXPECT_EXIT(std::exit(0), testing::ExitedWithCode(0), "");
}

TEST(Watched, Diverges) {
  try {
    parallel_for_each(extent<1>(8).tile<8>(), [](tiled_index<8> t) {
      if (t.local[0] < 4) return;
      t.barrier.wait();
    });
  } catch (const runtime_exception&) {
  }
}

TEST(Watched, FailsByItself) { FAIL() << "without a kernel"; }

}  // namespace
