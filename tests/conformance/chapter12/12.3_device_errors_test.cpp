// Spec 12.3: messages and errors of kernel threads, and direct3d_abort().
#include <milliamp/finding.h>

#include <amp.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <atomic>
#include <sstream>
#include <string>
#include <vector>

namespace {

using namespace concurrency;
using testing::AllOf;
using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;
using testing::SizeIs;
using testing::StartsWith;

/// What the launch writes to standard error, as lines in the order of the alphabet, and the message
/// of the exception that it ends with.
struct outcome {
  std::vector<std::string> lines;
  std::string failure;
};

template <class Launch>
outcome outcome_of(Launch launch) {
  outcome result;
  testing::internal::CaptureStderr();
  try {
    launch();
  } catch (const runtime_exception& error) {
    EXPECT_NE(error.get_error_code(), 0);
    result.failure = error.what();
  }
  std::istringstream output(testing::internal::GetCapturedStderr());
  for (std::string line; std::getline(output, line);) result.lines.push_back(line);
  std::sort(result.lines.begin(), result.lines.end());
  return result;
}

// --- direct3d_printf -----------------------------------------------------------------------------

TEST(Printf, PrintsALineForEachThreadWithItsCoordinates) {
  const outcome result = outcome_of([] {
    parallel_for_each(
        extent<2>(2, 2), [=](index<2> i) restrict(amp) {
          if (i[0] != i[1]) direct3d_printf("the sum is %d", i[0] + 10 * i[1]);
        });
  });
  EXPECT_THAT(result.lines, ElementsAre("thread global (0,1): the sum is 10",
                                        "thread global (1,0): the sum is 1"));
  EXPECT_THAT(result.failure, IsEmpty());
}

TEST(Printf, NamesTheTileAndThePlaceInIt) {
  const outcome result = outcome_of([] {
    parallel_for_each(
        extent<1>(4).tile<2>(), [=](tiled_index<2> t) restrict(amp) {
          if (t.global[0] == 3) direct3d_printf("before");
          t.barrier.wait();
          if (t.global[0] % 2 == 0) direct3d_printf("behind");
        });
  });
  EXPECT_THAT(result.lines, ElementsAre("thread local (0) tile (0) global (0): behind",
                                        "thread local (0) tile (1) global (2): behind",
                                        "thread local (1) tile (1) global (3): before"));
}

TEST(Printf, FormatsAsTheCLibraryDoes) {
  const outcome result = outcome_of([] {
    parallel_for_each(
        extent<1>(1), [=](index<1>) restrict(amp) {
          direct3d_printf("%5.2f|%-4d|%x|%s|100%%\n", 3.14159, 7, 255u, "text");
        });
  });
  EXPECT_THAT(result.lines, ElementsAre("thread global (0):  3.14|7   |ff|text|100%"));
}

TEST(Printf, PrintsLongMessagesWhole) {
  const outcome result = outcome_of([] {
    parallel_for_each(
        extent<1>(1), [=](index<1>) restrict(amp) { direct3d_printf("%10000d", 1); });
  });
  EXPECT_THAT(result.lines, ElementsAre("thread global (0): " + std::string(9999, ' ') + "1"));
}

TEST(Printf, PrintsOnTheHostToo) {
  EXPECT_THAT(outcome_of([] { direct3d_printf("%s", "here"); }).lines, ElementsAre("here"));
}

// --- direct3d_errorf -----------------------------------------------------------------------------

TEST(Errorf, IsThrownOnTheHostWithTheMessageOfTheLowestThread) {
  std::vector<int> values{3, -1, 4, -2};
  array_view<int> view(values);
  const outcome result = outcome_of([=] {
    parallel_for_each(
        view.extent, [=](index<1> i) restrict(amp) {
          if (view[i] < 0) direct3d_errorf("%d is negative", view[i]);
          view[i] = 10;
        });
  });
  EXPECT_THAT(result.failure, AllOf(StartsWith("-1 is negative"), HasSubstr("thread global (1)")));
  EXPECT_THAT(result.lines, ElementsAre("thread global (1): error: -1 is negative",
                                        "thread global (3): error: -2 is negative"));
  view.synchronize();
  EXPECT_THAT(values, ElementsAre(10, 10, 10, 10)) << "the threads go on";
}

TEST(Errorf, ThrowsTheFirstMessageOfAThread) {
  const outcome result = outcome_of([=] {
    parallel_for_each(
        extent<1>(4).tile<4>(), [=](tiled_index<4> t) restrict(amp) {
          t.barrier.wait();
          direct3d_errorf("first\n");
          direct3d_errorf("second\n");
        });
  });
  EXPECT_EQ(result.failure, "first (direct3d_errorf by thread local (0) tile (0) global (0))");
  EXPECT_THAT(result.lines, SizeIs(8));
}

TEST(Errorf, ThrowsAtOnceOnTheHost) {
  EXPECT_EQ(outcome_of([] { direct3d_errorf("no %d", 7); }).failure,
            "no 7 (direct3d_errorf on the host)");
}

// --- direct3d_abort ------------------------------------------------------------------------------

/// The elements that the threads of a launch have counted up, if it has ended as it must.
template <class Domain, class Kernel>
std::vector<int> counts_after_abort(const Domain& domain, const std::string& thread,
                                    Kernel kernel) {
  std::vector<int> counts(domain.size());
  array_view<int> view(counts);
  milliamp::finding_scope scope;
  const outcome result = outcome_of([&] {
    parallel_for_each(
        domain, [=](auto i) restrict(amp) { kernel(i, view); });
  });
  EXPECT_THAT(result.failure, HasSubstr("direct3d_abort by thread " + thread));
  EXPECT_THAT(scope.findings(), IsEmpty());
  view.synchronize();
  return counts;
}

TEST(Abort, EndsTheThreadThatCallsIt) {
  const auto counts = counts_after_abort(
      extent<1>(5), "global (2)", [](index<1> i, const array_view<int>& view) restrict(amp) {
        view[i] += 1;
        if (i[0] == 2) direct3d_abort();
        view[i] += 1;
      });
  EXPECT_THAT(counts, ElementsAre(2, 2, 1, 2, 2));
}

TEST(Abort, EndsThreadsOfATileWithoutBarriers) {
  const auto counts = counts_after_abort(
      extent<1>(8).tile<4>(), "local (1) tile (0) global (1)",
      [](tiled_index<4> t, const array_view<int>& view) restrict(amp) {
        view[t] += 1;
        if (t.global[0] % 2 == 1) direct3d_abort();
        view[t] += 1;
      });
  EXPECT_THAT(counts, ElementsAre(2, 1, 2, 1, 2, 1, 2, 1));
}

TEST(Abort, EndsThreadsBehindTheLastBarrier) {
  for (const int thread : {0, 1, 3}) {
    const auto counts = counts_after_abort(
        extent<1>(8).tile<4>(), "local (" + std::to_string(thread) + ") tile (0)",
        [thread](tiled_index<4> t, const array_view<int>& view) restrict(amp) {
          t.barrier.wait();
          view[t] += 1;
          if (t.local[0] == thread) direct3d_abort();
          view[t] += 1;
        });
    for (int i = 0; i < 8; ++i) EXPECT_EQ(counts[i], i % 4 == thread ? 1 : 2) << thread;
  }
}

TEST(Abort, LetsTheOthersGoOnUpToABarrier) {
  for (const int thread : {0, 1, 3}) {
    const auto counts = counts_after_abort(
        extent<1>(4).tile<4>(), "local (" + std::to_string(thread) + ") tile (0)",
        [thread](tiled_index<4> t, const array_view<int>& view) restrict(amp) {
          if (t.local[0] == thread) direct3d_abort();
          view[t] += 1;
          t.barrier.wait();
          view[t] += 1;
        });
    for (int i = 0; i < 4; ++i) EXPECT_EQ(counts[i], i == thread ? 0 : 1) << thread;
  }
}

TEST(Abort, LetsOtherTilesEnd) {
  const auto counts = counts_after_abort(
      extent<1>(6).tile<2>(), "local (1) tile (1) global (3)",
      [](tiled_index<2> t, const array_view<int>& view) restrict(amp) {
        t.barrier.wait();
        if (t.global[0] == 3) direct3d_abort();
        t.barrier.wait();
        view[t] += 1;
      });
  EXPECT_THAT(counts, ElementsAre(1, 1, 0, 0, 1, 1));
}

TEST(Abort, OfAllThreadsEndsTheLaunch) {
  EXPECT_THAT(counts_after_abort(
                  extent<1>(300), "global (0)",
                  [](index<1>, const array_view<int>&) restrict(amp) { direct3d_abort(); }),
              testing::Each(0));
  EXPECT_THAT(counts_after_abort(
                  extent<1>(64).tile<32>(), "local (0) tile (0) global (0)",
                  [](tiled_index<32> t, const array_view<int>&) restrict(amp) {
                    t.barrier.wait();
                    direct3d_abort();
                  }),
              testing::Each(0));
}

std::atomic<int> alive{0};
struct counted {
  counted() { ++alive; }
  ~counted() { --alive; }
};

TEST(Abort, RunsNoDestructors) {
  alive = 0;
  counts_after_abort(
      extent<1>(4), "global (1)", [](index<1> i, const array_view<int>&) restrict(amp) {
        const counted local;
        if (i[0] == 1) direct3d_abort();
      });
  EXPECT_EQ(alive, 1);
  counts_after_abort(
      extent<1>(4).tile<4>(), "local (2) tile (0) global (2)",
      [](tiled_index<4> t, const array_view<int>&) restrict(amp) {
        const counted local;
        t.barrier.wait();
        if (t.local[0] >= 2) direct3d_abort();
      });
  EXPECT_EQ(alive, 3);
}

TEST(Abort, LeavesTheAcceleratorFitForMore) {
  for (int repetition = 0; repetition < 20; ++repetition) {
    counts_after_abort(
        extent<1>(64).tile<32>(), "local (5) tile (0)",
        [](tiled_index<32> t, const array_view<int>&) restrict(amp) {
          t.barrier.wait();
          if (t.local[0] % 8 == 5) direct3d_abort();
        });
    std::vector<int> sums(64);
    array_view<int> view(sums);
    parallel_for_each(
        view.extent.tile<32>(), [=](tiled_index<32> t) restrict(amp) {
          tile_static int values[32];
          values[t.local[0]] = t.global[0];
          t.barrier.wait();
          view[t] = values[31 - t.local[0]];
        });
    view.synchronize();
    EXPECT_EQ(sums[0], 31);
    EXPECT_EQ(sums[63], 32);
  }
}

TEST(Abort, PrintsWhichThreadHasGivenUp) {
  const outcome result = outcome_of([] {
    parallel_for_each(
        extent<1>(3), [=](index<1> i) restrict(amp) {
          if (i[0] == 1) direct3d_abort();
        });
  });
  EXPECT_THAT(result.lines, ElementsAre(StartsWith("thread global (1): error: ")));
}

TEST(Abort, ThrowsOnTheHost) {
  EXPECT_THAT(outcome_of([] { direct3d_abort(); }).failure,
              HasSubstr("direct3d_abort on the host"));
}

}  // namespace
