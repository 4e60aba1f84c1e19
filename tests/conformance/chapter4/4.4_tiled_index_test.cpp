// Spec 4.4: class tiled_index.
#include <amp.h>
#include <gtest/gtest.h>

#include <type_traits>
#include <vector>

namespace {

using namespace concurrency;

static_assert(tiled_index<4>::rank == 1);
static_assert(tiled_index<4, 4>::rank == 2);
static_assert(tiled_index<4, 4, 4>::rank == 3);
static_assert(tiled_index<4, 3, 2>::tile_dim0 == 4);
static_assert(tiled_index<4, 3, 2>::tile_dim1 == 3);
static_assert(tiled_index<4, 3, 2>::tile_dim2 == 2);
static_assert(tiled_index<64, 16, 4>::tile_dim1 == 16, "the example of 4.4.3: of any size");

// 4.4.2
static_assert(!std::is_default_constructible_v<tiled_index<4>>);
static_assert(std::is_copy_constructible_v<tiled_index<4>>);
static_assert(std::is_constructible_v<tiled_index<4, 4>, index<2>, index<2>, index<2>, index<2>,
                                      tile_barrier>);
// 4.4.3
static_assert(std::is_convertible_v<tiled_index<4, 4>, index<2>>);
static_assert(!std::is_convertible_v<tiled_index<4, 4>, index<1>>);
static_assert(std::is_same_v<decltype(tiled_index<4, 4>::global), const index<2>>);
static_assert(std::is_same_v<decltype(tiled_index<4, 4>::local), const index<2>>);
static_assert(std::is_same_v<decltype(tiled_index<4, 4>::tile), const index<2>>);
static_assert(std::is_same_v<decltype(tiled_index<4, 4>::tile_origin), const index<2>>);
static_assert(std::is_same_v<decltype(tiled_index<4, 4>::barrier), const tile_barrier>);

struct thread_indices {
  int global[2], local[2], tile[2], tile_origin[2];
};

// 4.4: the identities, and the example of 20 x 24 threads in tiles of 5 x 4.
TEST(TiledIndex, ObeysTheRelations) {
  const extent<2> domain(20, 24);
  std::vector<thread_indices> seen(domain.size());
  array_view<thread_indices, 2> view(domain, seen);
  parallel_for_each(
      domain.tile<5, 4>(), [=](tiled_index<5, 4> t) restrict(amp) {
        for (int d = 0; d < 2; ++d) {
          thread_indices& mine = view[t];
          mine.global[d] = t.global[d];
          mine.local[d] = t.local[d];
          mine.tile[d] = t.tile[d];
          mine.tile_origin[d] = t.tile_origin[d];
        }
      });
  view.synchronize();
  const int lengths[] = {5, 4};
  for (int row = 0; row < 20; ++row) {
    for (int column = 0; column < 24; ++column) {
      const thread_indices& t = view(row, column);
      const int global[] = {row, column};
      for (int d = 0; d < 2; ++d) {
        ASSERT_EQ(t.global[d], global[d]);
        ASSERT_EQ(t.local[d], global[d] % lengths[d]);
        ASSERT_EQ(t.tile[d], global[d] / lengths[d]);
        ASSERT_EQ(t.tile_origin[d], global[d] - t.local[d]);
      }
    }
  }
}

TEST(TiledIndex, CanBeMadeOfAnyIndices) {
  std::vector<int> result(8);
  array_view<int> view(result);
  parallel_for_each(
      extent<1>(8).tile<8>(), [=](tiled_index<8> t) restrict(amp) {
        const index<1> zero;
        const tiled_index<64> own(t.global, zero, zero, zero, t.barrier);
        const tiled_index<64> copy(own);
        const extent<1> tile = copy.tile_extent;
        view[t] = tile[0] + copy.get_tile_extent()[0] + index<1>(copy)[0];
      });
  view.synchronize();
  EXPECT_EQ(result[0], 128);
  EXPECT_EQ(result[7], 135);
}

}  // namespace
