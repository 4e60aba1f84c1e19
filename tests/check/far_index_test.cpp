// Indices of C arrays that lead to unmapped memory, or to memory that is nothing of the
// kernel's: the thread ends there, with a finding, and the program continues.

#include <milliamp/milliamp.h>

#include <amp.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <sys/mman.h>

#include <cstdlib>
#include <numeric>
#include <string>
#include <vector>

using namespace concurrency;
using milliamp::finding;
using testing::IsEmpty;
using testing::SizeIs;

namespace {

struct bins {
  int counts[8];
};

class FarIndex : public testing::TestWithParam<int> {
 protected:
  /// Runs a kernel in 8 threads, each of which adds 1 to its number at the end.
  template <class Access>
  void expect_finding_of_one_thread(const char* array, Access access) {
    const milliamp::finding_scope scope;
    std::vector<int> data(8);
    const array_view<int> out(8, data);
    const int far = GetParam();
    parallel_for_each(
        extent<1>(8).tile<8>(), [=](tiled_index<8> t) restrict(amp) {
          tile_static int values[8];
          tile_static bins all[2];
          const int i = t.local[0];
          values[i] = all[0].counts[i] = i;
          out[i] = access(values, all[0], i == 5 ? far : i);
          out[i] += 1;
        });
    const std::vector<finding> found = scope.findings();
    ASSERT_THAT(found, SizeIs(1));
    EXPECT_EQ(found[0].kind, milliamp::finding_kind::out_of_bounds);
    EXPECT_EQ(found[0].element, array + ('[' + std::to_string(far) + ']'));
    EXPECT_EQ(found[0].events[0].threads[0].local, std::vector{5});
    out.synchronize();
    data[5] = 6;  // it has read something, or has ended before
    EXPECT_EQ(data, (std::vector<int>{1, 2, 3, 4, 5, 6, 7, 8}));
  }
};

INSTANTIATE_TEST_SUITE_P(, FarIndex, testing::Values(5'000'000, -5'000'000, 2'000'000'000));

TEST_P(FarIndex, OfAReadOfTileStaticMemory) {
  expect_finding_of_one_thread(
      "values", [](int(&values)[8], bins&, int i) restrict(amp) { return values[i]; });
}

TEST_P(FarIndex, OfAWriteToTileStaticMemory) {
  expect_finding_of_one_thread(
      "values", [](int(&values)[8], bins&, int i) restrict(amp) {
        values[i] = i;
        return i;
      });
}

TEST_P(FarIndex, OfAnArrayInAStruct) {
  expect_finding_of_one_thread(
      "all.counts", [](int(&)[8], bins& all, int i) restrict(amp) { return ++all.counts[i] - 1; });
}

TEST_P(FarIndex, OfAnArrayOfTheThread) {
  expect_finding_of_one_thread(
      "own", [](int(&)[8], bins&, int i) restrict(amp) {
        int own[8] = {0, 1, 2, 3, 4, 5, 6, 7};
        return own[i];
      });
}

TEST_P(FarIndex, OfAWriteToAnArrayOfTheThread) {
  expect_finding_of_one_thread(
      "own", [](int(&)[8], bins&, int i) restrict(amp) {
        int own[8] = {};
        own[i] = i;
        return std::accumulate(own, own + 8, 0);
      });
}

TEST(EndedThread, LeavesNothingToBeFoundOfWhatTheThreadWouldHaveWritten) {
  const milliamp::finding_scope scope;
  array<int> squares(8);
  const auto squares_but_for = [&squares](int wrong) {
    parallel_for_each(
        extent<1>(8).tile<8>(), [ =, &squares ](tiled_index<8> t) restrict(amp) {
          tile_static int values[8];
          const int i = t.local[0];
          values[i == wrong ? 1'000'000 : i] = i;
          squares[i] = i * i;
        });
  };
  squares_but_for(6);
  EXPECT_THAT(scope.findings(), SizeIs(1));
  std::vector<int> copied(8);
  const array_view<int> out(copied);
  parallel_for_each(
      out.extent, [ =, &squares ](index<1> i) restrict(amp) { out[i] = squares[i]; });
  EXPECT_EQ(out[5], 25);
  EXPECT_THAT(scope.findings(), SizeIs(1));
}

TEST(IndexOfAView, ThatIsOutOfBoundsFindsZeroAndChangesNothing) {
  const milliamp::finding_scope scope;
  std::vector<int> data(8, 1);
  const array_view<int> view(data);
  parallel_for_each(
      extent<1>(8), [=](index<1> i) restrict(amp) {
        view[i[0] + 8] = 5;
        view[i] = view[i[0] - 8];
      });
  EXPECT_THAT(scope.findings(), SizeIs(2));
  view.synchronize();
  EXPECT_EQ(data, std::vector<int>(8));
}

TEST(FarPointer, ToWhereNoMemoryIsEndsTheThread) {
  const milliamp::finding_scope scope;
  std::vector<int> data(8);
  const array_view<int> view(data);
  parallel_for_each(
      extent<1>(8), [=](index<1> i) restrict(amp) {
        constexpr long long far = 1LL << 38;
        int* const first = &view[0];
        if (i[0] == 5) first[-far] = 1;
        view[i] = 1;
      });
  const std::vector<finding> found = scope.findings();
  ASSERT_THAT(found, SizeIs(1));
  EXPECT_EQ(found[0].kind, milliamp::finding_kind::out_of_bounds);
  EXPECT_EQ(found[0].name, "view");
  EXPECT_THAT(found[0].summary, testing::HasSubstr("which is unmapped"));
  EXPECT_EQ(found[0].events[0].threads[0].global, std::vector{5});
  view.synchronize();
  EXPECT_EQ(data, (std::vector<int>{1, 1, 1, 1, 1, 0, 1, 1}));
}

struct holder {
  array_view<int> held;
};

TEST(FarPointer, ThatIsCapturedIsNotFollowed) {
  const milliamp::finding_scope scope;
  void* const page = mmap(nullptr, 4096, PROT_NONE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  ASSERT_NE(page, MAP_FAILED);
  holder* const unreadable = static_cast<holder*>(page);
  array<int> racy(1);
  parallel_for_each(
      extent<1>(8), [ =, &racy ](index<1> i) restrict(amp) {
        if (i[0] == 9) unreadable->held[0] = 1;
        racy[0] = i[0];
      });
  const std::vector<finding> found = scope.findings();
  ASSERT_THAT(found, SizeIs(1));
  EXPECT_EQ(found[0].element, "racy(0)");
  munmap(page, 4096);
}

struct message {
  int count;
  int items[1];  // as many as count
};

TEST(HostIndex, MayPassTheEndOfAnArrayThatStandsForALongerOne) {
  const milliamp::finding_scope scope;
  constexpr int count = 5;
  void* const memory = std::malloc(sizeof(message) + (count - 1) * sizeof(int));
  auto* const m = static_cast<message*>(memory);
  m->count = count;
  for (int i = 0; i < m->count; ++i) m->items[i] = i;
  EXPECT_EQ(m->items[m->count - 1], count - 1);
  std::free(memory);
  EXPECT_THAT(scope.findings(), IsEmpty());
}

}  // namespace
