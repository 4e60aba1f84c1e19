// Memory that a launch only reads: its reads are not recorded, so each way in which a kernel can
// write memory that it has also captured through a view of const elements must be noticed.
#include <milliamp/gtest.h>

#include <amp.h>
#include <gtest/gtest.h>

#include <numeric>
#include <vector>

namespace {

using namespace concurrency;
using namespace milliamp;
using testing::AllOf;

constexpr int size = 4096;

std::vector<int> numbers() {
  std::vector<int> all(size);
  std::iota(all.begin(), all.end(), 0);
  return all;
}

/// Each thread writes its element, and reads that of its neighbour.
template <class Source, class Target>
void read_neighbors(const Source& from, const Target& to) {
  parallel_for_each(
      extent<1>(size), [=](index<1> i) restrict(amp) { to[i] = from[(i[0] + 1) % size]; });
}

TEST(OnlyRead, IsFreeOfRaces) {
  std::vector<int> data = numbers(), results(size);
  const array_view<int> to(size, results);
  EXPECT_RACE_FREE(read_neighbors(array_view<const int>(size, data), to));
  to.synchronize();
  EXPECT_EQ(results[7], 8);
}

TEST(OnlyRead, IsNotWhatAnotherViewWrites) {
  std::vector<int> data = numbers();
  const array_view<int> to(size, data);
  EXPECT_FINDING(read_neighbors(array_view<const int>(to), to), IsRace());
  EXPECT_FINDING(read_neighbors(array_view<const int>(to).section(0, size), to), IsRace());
  to.synchronize();
}

TEST(OnlyRead, IsNotWhatAnArrayHasToo) {
  array<int> all(size, numbers().begin());
  const array_view<const int> from(all);
  EXPECT_FINDING(parallel_for_each(
                     extent<1>(size), [ from, &all ](index<1> i) restrict(amp) {
                       all[i] = from[(i[0] + 1) % size];
                     }),
                 IsRace());
}

TEST(OnlyRead, IsDecidedForEachLaunch) {
  std::vector<int> data = numbers(), results(size);
  const array_view<int> all(size, data), to(size, results);
  EXPECT_RACE_FREE(read_neighbors(array_view<const int>(all), to));
  EXPECT_FINDING(read_neighbors(all, all), IsRace());
  EXPECT_RACE_FREE(read_neighbors(array_view<const int>(all), to));
  all.synchronize();
  to.synchronize();
}

/// The views of a kernel are captured also where they are members of a member.
struct pair_of_views {
  array_view<const int> from;
  array_view<int> to;
};

TEST(OnlyRead, IsKnownOfMembers) {
  std::vector<int> data = numbers();
  const array_view<int> all(size, data);
  const pair_of_views views{all, all};
  EXPECT_FINDING(parallel_for_each(
                     extent<1>(size), [=
  ](index<1> i) restrict(amp) { views.to[i] = views.from[(i[0] + 1) % size]; }),
                 IsRace());
  all.synchronize();
}

TEST(OnlyRead, MayBeUnwritten) {
  const array<int> unwritten(size);
  std::vector<int> results(size);
  const array_view<int> to(size, results);
  EXPECT_FINDING(read_neighbors(array_view<const int>(unwritten), to),
                 KindIs(finding_kind::uninitialized_read));
  to.synchronize();
}

/// A read beyond the elements, by a pointer.
TEST(OnlyRead, HasAnEnd) {
  std::vector<int> data = numbers(), results(size);
  const array_view<const int> from(size, data);
  const array_view<int> to(size, results);
  const auto read_through_pointer = [&](int offset) {
    parallel_for_each(
        extent<1>(size), [=](index<1> i) restrict(amp) {
          const int* const first = &from[0];
          to[i] = first[i[0] + offset];
        });
  };
  read_through_pointer(0);
  EXPECT_FINDING(read_through_pointer(1),
                 AllOf(KindIs(finding_kind::out_of_bounds), AtLine(__LINE__ - 5)));
  to.synchronize();
}

/// Tiles read a row of the input with a loop.
TEST(OnlyRead, IsReadInLoops) {
  constexpr int side = 64;
  std::vector<int> data = numbers(), sums(side);
  const array_view<int> all(size, data);
  const auto sum_rows = [&](const auto& from, const array_view<int>& to) {
    parallel_for_each(
        extent<1>(side).tile<16>(), [=](tiled_index<16> t) restrict(amp) {
          int sum = 0;
          for (int i = 0; i < side; ++i) sum += from[t.global[0] * side + i];
          to[t.global] = sum;
        });
  };
  const array_view<int> to(side, sums);
  EXPECT_RACE_FREE(sum_rows(array_view<const int>(all), to));
  EXPECT_EQ(to[0], side * (side - 1) / 2);
  EXPECT_FINDING(sum_rows(array_view<const int>(all), all), IsRace());
  all.synchronize();
}

}  // namespace
