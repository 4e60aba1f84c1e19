// Views that extend beyond the end of a local array.

#include <milliamp/milliamp.h>

#include <amp.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <string>
#include <vector>

using namespace concurrency;
using milliamp::finding;
using testing::IsEmpty;
using testing::SizeIs;

namespace {

template <int N>
void increment(const array_view<int, N>& view) {
  parallel_for_each(
      view.extent, [=](index<N> i) restrict(amp) { ++view[i]; });
  view.synchronize();
}

void expect_finding(const std::vector<finding>& found, const std::string& element, int line,
                    const std::string& data) {
  ASSERT_THAT(found, SizeIs(1));
  EXPECT_EQ(found[0].kind, milliamp::finding_kind::out_of_bounds);
  EXPECT_EQ(found[0].element, element);
  EXPECT_THAT(found[0].summary, testing::EndsWith("is beyond the end of its data, " + data));
  EXPECT_EQ(found[0].events[0].frames[0].line, line);
}

TEST(LocalArray, SmallerThanItsViewIsAFindingAndWhatFollowsIsKept) {
  struct {
    int data[32] = {};
    int behind[8] = {};
  } local;
  milliamp::finding_scope scope;
  increment(array_view<int>(36, &local.data[4]));  // of both arrays, which are one variable
  EXPECT_THAT(scope.take(), IsEmpty());

  const int line = __LINE__ + 1;
  const array_view<int> larger(40, &local.data[4]);
  increment(larger);
  expect_finding(scope.take(), "(36)", line, "the variable local of 160 bytes");
  EXPECT_EQ(local.behind[7], 2);
}

[[gnu::noinline]] array_view<int> view_of(int* data, int size) {
  return array_view<int>(size, data);
}

TEST(LocalArray, OfACallerIsKnown) {
  int data[32] = {};
  milliamp::finding_scope scope;
  increment(view_of(data, 32));
  increment(view_of(&data[16], 16));
  EXPECT_THAT(scope.take(), IsEmpty());

  increment(view_of(&data[16], 17));
  const std::vector<finding> found = scope.take();
  ASSERT_THAT(found, SizeIs(1));
  EXPECT_THAT(found[0].summary, testing::EndsWith("the variable data of 128 bytes"));
  EXPECT_EQ(data[31], 3);
}

TEST(LocalArray, IsComparedWithTheProductOfTheLengths) {
  int table[4][6] = {};
  milliamp::finding_scope scope;
  increment(array_view<int, 2>(4, 6, table[0]));
  increment(array_view<int, 3>(2, 3, 4, &table[0][0]));
  EXPECT_THAT(scope.take(), IsEmpty());
  EXPECT_EQ(table[3][5], 2);

  const int line = __LINE__ + 1;
  const array_view<int, 2> larger(5, 6, table[0]);
  increment(larger);
  expect_finding(scope.take(), "(4,0)", line, "the variable table of 96 bytes");
  EXPECT_EQ(table[3][5], 3);
}

TEST(LocalArray, IsComparedWithReadingViews) {
  int table[8] = {1, 1, 1, 1, 1, 1, 1, 1};
  int sum = 0;
  const auto add = [&](const array_view<const int>& view) {
    const array_view<int> result(1, &sum);
    parallel_for_each(
        extent<1>(1), [=](index<1> i) restrict(amp) {
          for (int k = 0; k < 8; ++k) result[i] += view[k];
        });
  };
  milliamp::finding_scope scope;
  add(array_view<const int>(extent<1>(8), table));
  EXPECT_THAT(scope.take(), IsEmpty());

  const int line = __LINE__ + 1;
  const array_view<const int> larger(extent<1>(9), table);
  add(larger);
  expect_finding(scope.take(), "(8)", line, "the variable table of 32 bytes");
  EXPECT_EQ(sum, 16);
}

}  // namespace
