// Which threads a launch has: every point of the domain is visited once, with the right indices.

#include "engine/both_engines.h"

#include <atomic>
#include <cstdint>
#include <vector>

using namespace concurrency;

namespace {

using Visits = milliamp::tests::BothEngines;

/// How often each point of a domain was visited.
template <int N>
class visit_counts {
 public:
  explicit visit_counts(const extent<N>& domain) : domain_(domain), counts_(domain.size()) {}

  void visit(const index<N>& point) {
    if (!domain_.contains(point)) {
      ++outside_;
      return;
    }
    std::size_t at = 0;
    for (int d = 0; d < N; ++d) {
      at = at * static_cast<std::size_t>(domain_[d]) + static_cast<std::size_t>(point[d]);
    }
    ++counts_[at];
  }

  void expect_one_each() const {
    EXPECT_EQ(outside_, 0);
    std::size_t wrong = 0;
    for (const auto& count : counts_) wrong += count != 1;
    EXPECT_EQ(wrong, 0u) << "points of " << counts_.size();
  }

 private:
  const extent<N> domain_;
  std::vector<std::atomic<unsigned char>> counts_;
  std::atomic<int> outside_{0};
};

template <int N, class Launch>
void expect_untiled_visits(const extent<N>& domain, Launch launch) {
  visit_counts<N> visits(domain);
  launch(domain, [&](index<N> i) { visits.visit(i); });
  visits.expect_one_each();
}

TEST_P(Visits, EveryPointOfAnUntiledDomainOnce) {
  const auto run = [this](const auto& domain, const auto& kernel) { launch(domain, kernel); };
  expect_untiled_visits(extent<1>(1), run);
  expect_untiled_visits(extent<1>(100'003), run);
  expect_untiled_visits(extent<2>(1, 70'001), run);
  expect_untiled_visits(extent<2>(70'001, 1), run);
  expect_untiled_visits(extent<2>(317, 211), run);
  expect_untiled_visits(extent<2>(101, 16), run);
  expect_untiled_visits(extent<3>(31, 47, 53), run);
  expect_untiled_visits(extent<3>(11, 29, 64), run);
  const int rank4[] = {7, 1, 101, 90};
  expect_untiled_visits(extent<4>(rank4), run);
  const int rank5[] = {5, 7, 11, 3, 61};
  expect_untiled_visits(extent<5>(rank5), run);
}

// Compilers vectorize such kernels: the remainder at the end of a row must also be done, and the
// gaps between rows must not be written.
TEST_P(Visits, EveryElementOfRowsOfAnyLength) {
  constexpr int longest = 70, rows = 9, border = 3;
  for (int length = 1; length <= longest; ++length) {
    std::vector<int> numbers((length + border) * rows, 1);
    const array_view<int, 2> all(rows, length + border, numbers);
    const array_view<int, 2> part = all.section(0, 0, rows, length);
    launch(part.extent, [=](index<2> i) { part[i] = 2 * part[i] + 100 * i[0] + i[1]; });
    all.synchronize();
    int wrong = 0;
    for (int row = 0; row < rows; ++row) {
      for (int column = 0; column < length + border; ++column) {
        const int result = column < length ? 2 + 100 * row + column : 1;
        wrong += numbers[row * (length + border) + column] != result;
      }
    }
    EXPECT_EQ(wrong, 0) << "rows of " << length;
  }
}

/// Visits a domain of `Tiles` tiles a dimension and checks every member of the tiled_index.
template <int Tiles, int... D, class Launch>
void expect_tiled_visits(Launch launch) {
  constexpr int rank = sizeof...(D);
  constexpr int lengths[] = {D...};
  extent<rank> domain;
  for (int d = 0; d < rank; ++d) domain[d] = Tiles * lengths[d];
  visit_counts<rank> visits(domain);
  std::atomic<int> wrong{0};
  launch(domain.template tile<D...>(), [&](tiled_index<D...> t) {
    const index<rank> converted = t;
    for (int d = 0; d < rank; ++d) {
      const bool right = t.local[d] >= 0 && t.local[d] < lengths[d] && t.tile[d] >= 0 &&
                         t.tile[d] < Tiles && t.tile_origin[d] == t.tile[d] * lengths[d] &&
                         t.global[d] == t.tile_origin[d] + t.local[d] &&
                         converted[d] == t.global[d] && t.tile_extent[d] == lengths[d] &&
                         t.get_tile_extent()[d] == lengths[d];
      if (!right) ++wrong;
    }
    visits.visit(t.global);
  });
  visits.expect_one_each();
  EXPECT_EQ(wrong, 0);
}

TEST_P(Visits, EveryPointOfATiledDomainOnceWithItsIndices) {
  const auto run = [this](const auto& domain, const auto& kernel) { launch(domain, kernel); };
  expect_tiled_visits<1, 1>(run);
  expect_tiled_visits<1000, 1>(run);
  expect_tiled_visits<301, 96>(run);
  expect_tiled_visits<3, 1024>(run);
  expect_tiled_visits<17, 4, 16>(run);
  expect_tiled_visits<3, 1, 32>(run);
  expect_tiled_visits<3, 32, 1>(run);
  expect_tiled_visits<7, 2, 3, 5>(run);
  expect_tiled_visits<2, 8, 8, 8>(run);
}

TEST_P(Visits, TiledIndexKnowsItsTileLengthsAtCompileTime) {
  static_assert(tiled_index<2, 3, 5>::rank == 3);
  static_assert(tiled_index<2, 3, 5>::tile_dim0 == 2);
  static_assert(tiled_index<2, 3, 5>::tile_dim1 == 3);
  static_assert(tiled_index<2, 3, 5>::tile_dim2 == 5);
  std::atomic<int> sum{0};
  launch(extent<3>(2, 3, 5).tile<2, 3, 5>(), [&](tiled_index<2, 3, 5> t) {
    sum += t.tile_dim0 * 100 + t.tile_dim1 * 10 + t.tile_dim2;
  });
  EXPECT_EQ(sum, 235 * 30);
}

// A row has more points than a 32-bit count of bytes or of points in several rows could hold.
TEST_P(Visits, AnUntiledDomainMayBeLarge) {
#if MILLIAMP_CHECKED_CODE || defined(__SANITIZE_ADDRESS__)
  constexpr int points = (1 << 26) - 1;
#else
  constexpr int points = 2'147'483'647;
#endif
  std::atomic<int> firsts{0}, lasts{0};
  std::atomic<std::uint64_t> blocks{0};
  launch(extent<1>(points), [&](index<1> i) {
    if (i[0] == 0) ++firsts;
    if (i[0] == points - 1) ++lasts;
    if (i[0] % (1 << 20) == 0) ++blocks;
  });
  EXPECT_EQ(firsts, 1);
  EXPECT_EQ(lasts, 1);
  EXPECT_EQ(blocks, (points >> 20) + 1u);
}

MILLIAMP_ON_BOTH_ENGINES(Visits);

}  // namespace
