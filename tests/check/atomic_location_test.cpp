// Atomic operations on the element behind the last one of an array, whose address the compilers'
// check of bounds lets pass. That it is outside is known where a compiler optimizes.

#include <milliamp/milliamp.h>

#include <amp.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <vector>

using namespace concurrency;
using milliamp::finding;
using testing::IsEmpty;
using testing::SizeIs;

namespace {

class AtomicLocation : public testing::Test {
 protected:
  /// Lets 10 threads count in 4 bins: thread i in the one with the number i % bins.
  template <class Count>
  std::vector<finding> findings_of(int bins, Count count) {
    milliamp::finding_scope scope;
    const array_view<int> out = out_;
    parallel_for_each(
        extent<1>(10).tile<10>(), [=](tiled_index<10> t) restrict(amp) {
          tile_static int before[4], histogram[4], behind[4];
          const int i = t.local[0];
          if (i < 4) before[i] = histogram[i] = behind[i] = 0;
          t.barrier.wait();
          count(histogram, i % bins);
          t.barrier.wait();
          if (i < 4) out[i] = histogram[i] + 100 * before[i] + 10000 * behind[i];
        });
    out_.synchronize();
    return scope.take();
  }

  void expect_finding_of(const std::vector<finding>& found, int line) {
    ASSERT_THAT(found, SizeIs(1));
    EXPECT_EQ(found[0].kind, milliamp::finding_kind::out_of_bounds);
    EXPECT_EQ(found[0].variable, "tile_static int histogram");
    EXPECT_EQ(found[0].summary,
              "atomic access directly beyond the end of tile_static int histogram");
    EXPECT_EQ(found[0].count, 2u);
    EXPECT_EQ(found[0].events[0].frames[0].line, line);
    EXPECT_EQ(found[0].events[0].threads[0].local, std::vector{4});
  }

  std::vector<int> counts_ = std::vector<int>(4);

 private:
  array_view<int> out_{4, counts_};
};

TEST_F(AtomicLocation, BehindAnArrayIsFoundAndLeftAlone) {
  const int line = __LINE__ + 2;
  const auto count = [](int(&histogram)[4], int bin) restrict(amp) {
    atomic_fetch_inc(&histogram[bin]);
  };
  expect_finding_of(findings_of(5, count), line);
  EXPECT_EQ(counts_, (std::vector<int>{2, 2, 2, 2}));
}

TEST_F(AtomicLocation, WithinAnArrayIsNoFinding) {
  const auto count = [](int(&histogram)[4], int bin) restrict(amp) {
    atomic_fetch_inc(&histogram[bin]);
  };
  EXPECT_THAT(findings_of(4, count), IsEmpty());
  EXPECT_EQ(counts_, (std::vector<int>{3, 3, 2, 2}));
}

TEST_F(AtomicLocation, IsThatOfEachOperation) {
  int line = __LINE__ + 2;
  const auto add = [](int(&histogram)[4], int bin) restrict(amp) {
    atomic_fetch_add(histogram + bin, 1);
  };
  expect_finding_of(findings_of(5, add), line);
  line = __LINE__ + 2;
  const auto maximum = [](int(&histogram)[4], int bin) restrict(amp) {
    atomic_fetch_max(&histogram[bin], 7);
  };
  expect_finding_of(findings_of(5, maximum), line);
  line = __LINE__ + 3;
  const auto compare = [](int(&histogram)[4], int bin) restrict(amp) {
    int expected = 0;
    atomic_compare_exchange(&histogram[bin], &expected, 1);
  };
  expect_finding_of(findings_of(5, compare), line);
  line = __LINE__ + 2;
  const auto exchange = [](int(&histogram)[4], int bin) restrict(amp) {
    atomic_exchange(reinterpret_cast<float*>(&histogram[bin]), 0.0f);
  };
  expect_finding_of(findings_of(5, exchange), line);
}

TEST_F(AtomicLocation, ThatTheCheckOfBoundsTellsOfIsReportedOnce) {
  const int line = __LINE__ + 2;
  const auto count = [](int(&histogram)[4], int bin) restrict(amp) {
    atomic_fetch_inc(&histogram[bin - 1]);
  };
  const std::vector<finding> found = findings_of(4, count);
  ASSERT_THAT(found, SizeIs(1));
  EXPECT_EQ(found[0].summary, "index -1 is out of the bounds of int[4] histogram");
  EXPECT_EQ(found[0].events[0].frames[0].line, line);
}

TEST_F(AtomicLocation, BehindAnArrayOfTheThreadIsFound) {
  const auto count = [](int(&histogram)[4], int bin) restrict(amp) {
    int own[4] = {};
    atomic_fetch_inc(&own[bin]);
    atomic_fetch_add(&histogram[bin % 4], own[bin % 4]);
  };
  const std::vector<finding> found = findings_of(5, count);
  ASSERT_THAT(found, SizeIs(1));
  EXPECT_EQ(found[0].summary, "atomic access beyond the end of its variable");
  EXPECT_EQ(found[0].variable, "");
  EXPECT_EQ(counts_, (std::vector<int>{2, 2, 2, 2}));
}

TEST_F(AtomicLocation, OutsideOfAKernelIsThePrograms) {
  int counts[2] = {};
  EXPECT_EQ(atomic_fetch_inc(&counts[1]), 0);
  EXPECT_EQ(counts[1], 1);
}

}  // namespace
