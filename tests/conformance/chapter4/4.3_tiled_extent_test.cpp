// Spec 4.3: class tiled_extent.
#include <amp.h>
#include <gtest/gtest.h>

#include <limits>
#include <type_traits>

namespace {

using namespace concurrency;

// 4.3.1
static_assert(std::is_base_of_v<extent<1>, tiled_extent<4>>);
static_assert(std::is_base_of_v<extent<2>, tiled_extent<4, 4>>);
static_assert(std::is_base_of_v<extent<3>, tiled_extent<4, 4, 4>>);
static_assert(tiled_extent<64, 8, 2>::rank == 3);
static_assert(std::is_convertible_v<extent<2>, tiled_extent<4, 4>>, "4.3.2: implicit");
static_assert(!std::is_constructible_v<tiled_extent<4, 4>, extent<1>>);
static_assert(!std::is_convertible_v<tiled_extent<4>, tiled_extent<4, 4>>);

TEST(TiledExtentConstructors, SetTheExtent) {
  const tiled_extent<4, 4> zero;
  EXPECT_EQ(zero[0], 0);
  EXPECT_EQ(zero.size(), 0u);
  const tiled_extent<4, 4> tiled = extent<2>(8, 12);
  EXPECT_EQ(tiled[1], 12);
  EXPECT_EQ(tiled.size(), 96u);
  EXPECT_TRUE(tiled.contains(index<2>(7, 11)));
  const tiled_extent<4, 4> copy(tiled);
  EXPECT_EQ(copy, tiled);
}

// 4.3.3
TEST(TiledExtentMembers, Assign) {
  tiled_extent<4> tiled;
  EXPECT_EQ(&(tiled = tiled_extent<4>(extent<1>(8))), &tiled);
  EXPECT_EQ(tiled[0], 8);
}

TEST(TiledExtentMembers, PadAndTruncateToWholeTiles) {
  const tiled_extent<4, 6> tiled(extent<2>(9, 12));
  static_assert(std::is_same_v<decltype(tiled.pad()), tiled_extent<4, 6>>);
  EXPECT_EQ(tiled.pad(), (tiled_extent<4, 6>(extent<2>(12, 12))));
  EXPECT_EQ(tiled.truncate(), (tiled_extent<4, 6>(extent<2>(8, 12))));
  const tiled_extent<2, 2, 2> three(extent<3>(1, 2, 3));
  EXPECT_EQ(three.pad(), (tiled_extent<2, 2, 2>(extent<3>(2, 2, 4))));
  EXPECT_EQ(three.truncate(), (tiled_extent<2, 2, 2>(extent<3>(0, 2, 2))));
  const tiled_extent<5> one(extent<1>(11));
  EXPECT_EQ(one.pad()[0], 15);
  EXPECT_EQ(one.truncate()[0], 10);
}

TEST(TiledExtentMembers, PadThrowsForLengthsBeyondInt) {
  constexpr int most = std::numeric_limits<int>::max();
  EXPECT_EQ(tiled_extent<1024>(extent<1>(most - 1023)).pad()[0], most - 1023);
  EXPECT_EQ(tiled_extent<1>(extent<1>(most)).pad()[0], most);
  try {
    tiled_extent<1024>(extent<1>(most - 1022)).pad();
    ADD_FAILURE();
  } catch (const runtime_exception& exception) {
    EXPECT_STREQ(exception.what(),
                 "pad: a length of 2147482625 cannot be padded to a multiple of 1024: the result "
                 "exceeds the range of int");
  }
}

// The example of 4.3.3, whose tile is larger than any that a launch takes.
TEST(TiledExtentMembers, TileExtentOfAnySize) {
  tiled_extent<64, 16, 4> tg;
  extent<3> myTileExtent = tg.tile_extent;
  EXPECT_EQ(myTileExtent[0], 64);
  EXPECT_EQ(myTileExtent[1], 16);
  EXPECT_EQ(myTileExtent[2], 4);
}

TEST(TiledExtentMembers, TileExtentAndTileDims) {
  tiled_extent<64, 8, 2> tiled;
  extent<3> tile = tiled.tile_extent;
  EXPECT_EQ(tile, extent<3>(64, 8, 2));
  EXPECT_EQ(tiled.get_tile_extent(), tile);
  EXPECT_EQ((tiled_extent<3, 5>().tile_extent), extent<2>(3, 5));
  EXPECT_EQ(tiled_extent<7>().get_tile_extent(), extent<1>(7));
  static_assert(decltype(tiled)::tile_dim0 == 64);
  static_assert(decltype(tiled)::tile_dim1 == 8);
  static_assert(decltype(tiled)::tile_dim2 == 2);
  static_assert(tiled_extent<3, 5>::tile_dim1 == 5);
  static_assert(tiled_extent<7>::tile_dim0 == 7);
}

// 4.3.4
TEST(TiledExtentOperators, Compare) {
  const tiled_extent<4> a(extent<1>(8));
  const tiled_extent<4> b(extent<1>(12));
  EXPECT_TRUE(a == a);
  EXPECT_FALSE(a == b);
  EXPECT_TRUE(a != b);
}

}  // namespace
