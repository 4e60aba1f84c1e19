/// @file The constructs of the articles' programs, in programs of our own, on the default
/// accelerator: the fast one in the plain build of this file, the checking one in the checked
/// build.
#include <milliamp/finding.h>

#include <amp.h>
#include <amp_math.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>
#include <numeric>
#include <vector>

namespace {

using namespace concurrency;
using testing::Each;
using testing::ElementsAre;
using testing::IsEmpty;
using testing::SizeIs;

#define ROWS 6
#define COLUMNS 4
#define TILE 2

/// Collects the findings of each test.
class Constructs : public testing::Test {
 protected:
  /// Skips what only a checked program does.
  bool is_checked() const { return accelerator().is_debug; }

  std::vector<milliamp::finding> found() { return scope_.take(); }

 private:
  milliamp::finding_scope scope_;
};

std::vector<int> numbers_from(int first, int count) {
  std::vector<int> numbers(count);
  std::iota(numbers.begin(), numbers.end(), first);
  return numbers;
}

// clang-format off: version 14 takes lambdas with restrict(amp) apart.

TEST_F(Constructs, ViewsOfArraysOnTheStack) {
  int halves[] = {3, 1, 4, 1, 5};
  int wholes[5];
  const int length = 5;
  array_view<const int, 1> in(length, halves);
  array_view<int, 1> out(length, wholes);
  out.discard_data();
  parallel_for_each(
      out.extent, [=](index<1> i) restrict(amp) { out[i] = in[i] + in[i]; });
  // Read through the view, without synchronize().
  for (int i = 0; i < length; i++) EXPECT_EQ(out[i], 2 * halves[i]);
  EXPECT_THAT(found(), IsEmpty());
}

void raise(index<1> i, array_view<int, 1> numbers, array_view<int, 1> steps) restrict(amp) {
  numbers[i] += steps[i];
}

TEST_F(Constructs, AFunctionThatTakesViewsByValue) {
  auto numbers = numbers_from(0, 4);
  auto steps = numbers_from(10, 4);
  {
    array_view<int, 1> n(4, numbers);
    array_view<int, 1> s(4, steps);
    parallel_for_each(
        n.extent, [=](index<1> i) restrict(amp) { raise(i, n, s); });
  }
  // The last view is gone, which has brought the results back.
  EXPECT_THAT(numbers, ElementsAre(10, 12, 14, 16));
  EXPECT_THAT(found(), IsEmpty());
}

TEST_F(Constructs, ElementsByIndexAndByCoordinatesInEveryRank) {
  auto numbers = numbers_from(0, 24);
  array_view<int, 1> line(24, numbers);
  array_view<int, 2> table(4, 6, numbers);
  array_view<int, 3> block(extent<3>(2, 3, 4), numbers);
  EXPECT_EQ(line[index<1>(7)], 7);
  EXPECT_EQ(line(7), 7);
  EXPECT_EQ(table[index<2>(3, 1)], 19);
  EXPECT_EQ(table(3, 1), 19);
  EXPECT_EQ(block[index<3>(1, 2, 3)], 23);
  EXPECT_EQ(block(1, 2, 3), 23);
  EXPECT_EQ(block.extent[0], 2);
  EXPECT_EQ(block.extent[1], 3);
  EXPECT_EQ(block.extent[2], 4);
  EXPECT_EQ(block.extent, extent<3>(2, 3, 4));
}

TEST_F(Constructs, AnArrayCapturedByReferenceAmongOthersByValue) {
  auto numbers = numbers_from(1, 3);
  const int factor = 7;
  array<int, 1> a(3, numbers.begin(), numbers.end());
  parallel_for_each(
      a.extent, [ =, &a ](index<1> i) restrict(amp) { a[i] = a[i] * factor; });
  EXPECT_THAT(numbers, ElementsAre(1, 2, 3));
  numbers = a;
  EXPECT_THAT(numbers, ElementsAre(7, 14, 21));
  EXPECT_THAT(found(), IsEmpty());
}

struct Place {
  int number;
  int tileRow;
  int localColumn;
};

TEST_F(Constructs, MembersOfElementsThroughATiledIndex) {
  std::vector<Place> places;
  for (int i = 0; i < ROWS * COLUMNS; i++) {
    Place p = {i, 0, 0};
    places.push_back(p);
  }
  extent<2> all(ROWS, COLUMNS);
  array_view<Place, 2> view(all, places);
  parallel_for_each(
      view.extent.tile<3, 2>(), [=](tiled_index<3, 2> t) restrict(amp) {
        view[t].tileRow = t.tile[0];
        view[t].localColumn = t.local[1];
      });
  for (int row = 0; row < ROWS; row++) {
    for (int column = 0; column < COLUMNS; column++) {
      EXPECT_EQ(view(row, column).number, row * COLUMNS + column);
      EXPECT_EQ(view(row, column).tileRow, row / 3);
      EXPECT_EQ(view(row, column).localColumn, column % 2);
    }
  }
  EXPECT_THAT(found(), IsEmpty());
}

/// The sums of the tiles of numbers 0, 1, … in ROWS and COLUMNS.
std::vector<float> sums_of_tiles() {
  std::vector<float> sums;
  for (int row = 0; row < ROWS; row += TILE) {
    for (int column = 0; column < COLUMNS; column += TILE) {
      float sum = 0;
      for (int r = row; r < row + TILE; ++r) {
        for (int c = column; c < column + TILE; ++c) sum += static_cast<float>(r * COLUMNS + c);
      }
      sums.push_back(sum);
    }
  }
  return sums;
}

/// What the tests of sums share: numbers to add up, and an array for the sums, which are 0.
class SumsOfTiles : public Constructs {
 protected:
  std::vector<float> numbers = [] {
    std::vector<float> all(ROWS * COLUMNS);
    std::iota(all.begin(), all.end(), 0.0f);
    return all;
  }();
  std::vector<float> zeros = std::vector<float>((ROWS / TILE) * (COLUMNS / TILE));
  array_view<float, 2> table{extent<2>(ROWS, COLUMNS), numbers};
  array<float, 2> sums{extent<2>(ROWS / TILE, COLUMNS / TILE), zeros.begin(), zeros.end()};

  std::vector<float> results() const { return sums; }

  // A kernel may refer to nothing of the host's but arrays, so not to the test by `this`.
  template <class Kernel>
  void for_all_threads(const Kernel& kernel) const {
    parallel_for_each(table.extent.tile<TILE, TILE>(), kernel);
  }
};

TEST_F(SumsOfTiles, ByOneThreadOfEachTileInGlobalMemory) {
  const array_view<float, 2> in = table;
  array<float, 2>& out = sums;
  for_all_threads([ =, &out ](tiled_index<TILE, TILE> t) restrict(amp) {
    tile_static float values[TILE][TILE];
    values[t.local[0]][t.local[1]] = in[t];
    t.barrier.wait();
    if (t.local[0] == 0 && t.local[1] == 0) {
      for (int row = 0; row < TILE; row++) {
        for (int column = 0; column < TILE; column++) {
          out(t.tile[0], t.tile[1]) += values[row][column];
        }
      }
    }
  });
  EXPECT_EQ(results(), sums_of_tiles());
  EXPECT_THAT(found(), IsEmpty());
}

TEST_F(SumsOfTiles, BehindAFenceAroundTileStaticMemoryAlone) {
  const array_view<float, 2> in = table;
  array<float, 2>& out = sums;
  for_all_threads([ =, &out ](tiled_index<TILE, TILE> t) restrict(amp) {
    tile_static float values[TILE][TILE];
    values[t.local[0]][t.local[1]] = in[t];
    t.barrier.wait_with_tile_static_memory_fence();
    if (t.local[0] == 0 && t.local[1] == 0) {
      out(t.tile[0], t.tile[1]) = values[0][0] + values[0][1] + values[1][0] + values[1][1];
    }
  });
  EXPECT_EQ(results(), sums_of_tiles());
  EXPECT_THAT(found(), IsEmpty());
}

TEST_F(SumsOfTiles, InTurns) {
  const array_view<float, 2> in = table;
  array<float, 2>& out = sums;
  for_all_threads([ =, &out ](tiled_index<TILE, TILE> t) restrict(amp) {
    tile_static float total;
    if (t.local[0] == 0 && t.local[1] == 0) {
      total = in[t];
    }
    t.barrier.wait();
    for (int turn = 1; turn < TILE * TILE; turn++) {
      if (t.local[0] * TILE + t.local[1] == turn) {
        total += in[t];
      }
      t.barrier.wait();
    }
    if (t.local[0] == 0 && t.local[1] == 0) {
      out[t.tile] = total;
    }
  });
  EXPECT_EQ(results(), sums_of_tiles());
  EXPECT_THAT(found(), IsEmpty());
}

TEST_F(SumsOfTiles, OfAllThreadsAtOnceAreARace) {
  if (!is_checked()) GTEST_SKIP() << "only a checked program finds races";
  const array_view<float, 2> in = table;
  array<float, 2>& out = sums;
  for_all_threads([ =, &out ](tiled_index<TILE, TILE> t) restrict(amp) {
    tile_static float total;
    if (t.local[0] == 0 && t.local[1] == 0) total = 0;
    t.barrier.wait();
    total += in[t];
    t.barrier.wait();
    if (t.local[0] == 0 && t.local[1] == 0) out[t.tile] = total;
  });
  const auto findings = found();
  ASSERT_THAT(findings, testing::Not(IsEmpty()));
  EXPECT_THAT(findings,
              Each(testing::Field(&milliamp::finding::kind, milliamp::finding_kind::race)));
  EXPECT_THAT(findings,
              Each(testing::Field(&milliamp::finding::variable, "tile_static float total")));
}

TEST_F(Constructs, AveragesOfTilesInEveryElement) {
  int numbers[] = {1, 3, 10, 20, 5, 7, 30, 40};
  int averages[] = {0, 0, 0, 0, 0, 0, 0, 0};
  array_view<int, 2> in(2, 4, numbers);
  array_view<int, 2> out(2, 4, averages);
  parallel_for_each(
      // Tiles of 2x2 threads.
      in.extent.tile<2, 2>(), [=](tiled_index<2, 2> t) restrict(amp) {
        tile_static int square[2][2];
        square[t.local[1]][t.local[0]] = in[t.global];
        t.barrier.wait();
        int total = square[0][0] + square[0][1] + square[1][0] + square[1][1];
        out[t.global] = total / 4;
      });
  out.synchronize();
  EXPECT_THAT(averages, ElementsAre(4, 4, 25, 25, 4, 4, 25, 25));
  EXPECT_THAT(found(), IsEmpty());
}

TEST_F(Constructs, FastMathOfDoubles) {
  double numbers[] = {1.0, 50.0, 1e10};
  array_view<double, 1> logarithms(3, numbers);
  parallel_for_each(
      logarithms.extent, [=](index<1> i) restrict(amp) {
        logarithms[i] = concurrency::fast_math::log10(logarithms[i]);
      });
  EXPECT_NEAR(logarithms[0], 0.0, 1e-6);
  EXPECT_NEAR(logarithms[1], std::log10(50.0), 1e-6);
  EXPECT_NEAR(logarithms[2], 10.0, 1e-6);
  EXPECT_THAT(found(), IsEmpty());
}

TEST_F(Constructs, SumsInElementsOfAView) {
  int left[] = {1, 2, 3, 4, 5, 6};
  int right[] = {1, 0, 2, 0, 1, 2};
  int result[] = {0, 0, 0, 0};
  array_view<int, 2> a(2, 3, left);
  array_view<int, 2> b(3, 2, right);
  array_view<int, 2> product(2, 2, result);
  parallel_for_each(
      product.extent, [=](index<2> i) restrict(amp) {
        int row = i[0];
        int column = i[1];
        for (int k = 0; k < 3; k++) {
          product[i] += a(row, k) * b(k, column);
        }
      });
  product.synchronize();
  EXPECT_THAT(result, ElementsAre(8, 6, 20, 12));
  EXPECT_THAT(found(), IsEmpty());
}

TEST_F(Constructs, TileStaticVariablesOfALoopAndAConstantOfTheFunction) {
  static const int side = 2;
  int left[16], right[16], result[16] = {};
  for (int i = 0; i < 16; i++) {
    left[i] = i;
    right[i] = 15 - i;
  }
  array_view<int, 2> a(4, 4, left);
  array_view<int, 2> b(4, 4, right);
  array_view<int, 2> product(4, 4, result);
  parallel_for_each(
      product.extent.tile<side, side>(), [=](tiled_index<side, side> t) restrict(amp) {
        int row = t.local[0];
        int column = t.local[1];
        int sum = 0;
        for (int k = 0; k < 4; k += side) {
          tile_static int from_a[side][side];
          tile_static int from_b[side][side];
          from_a[row][column] = a(t.global[0], k + column);
          from_b[row][column] = b(k + row, t.global[1]);
          t.barrier.wait();
          for (int i = 0; i < side; i++) {
            sum += from_a[row][i] * from_b[i][column];
          }
          t.barrier.wait();
        }
        product[t.global] = sum;
      });
  product.synchronize();
  for (int row = 0; row < 4; row++) {
    for (int column = 0; column < 4; column++) {
      int expected = 0;
      for (int k = 0; k < 4; k++) expected += left[row * 4 + k] * right[k * 4 + column];
      EXPECT_EQ(product(row, column), expected);
    }
  }
  EXPECT_THAT(found(), IsEmpty());
}

// clang-format on

}  // namespace
