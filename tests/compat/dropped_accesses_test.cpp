// MILLIAMP_DROP_OUT_OF_BOUNDS: in kernels on the fast engine, writes out of bounds are dropped, and
// reads find 0.
#include "untested_part.h"

#include <amp.h>
#include <amp_graphics.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <vector>

namespace {

using namespace concurrency;
using testing::Each;
using testing::ElementsAre;

accelerator_view fast() { return accelerator(accelerator::direct3d_warp).default_view; }

TEST(DroppedAccesses, OfViews) {
  std::vector<int> numbers(12, 7);
  std::vector<int> found(8);
  {
    const array_view<int> part = array_view<int>(12, numbers).section(4, 4);
    const array_view<int> results(8, found);
    parallel_for_each(
        fast(), results.extent, [=](index<1> i) restrict(amp) {
          const int at = i[0] - 2;  // from -2 to 5
          results[i] = part[at];
          part[at] = 1;
          results[i] += 10 * part(at);
        });
  }
  EXPECT_THAT(numbers, ElementsAre(7, 7, 7, 7, 1, 1, 1, 1, 7, 7, 7, 7));
  EXPECT_THAT(found, ElementsAre(0, 0, 17, 17, 17, 17, 0, 0));
}

TEST(DroppedAccesses, OfArraysOfHigherRank) {
  const std::vector<int> fives(6, 5);
  array<int, 2> matrix(2, 3, fives.begin(), fast());
  parallel_for_each(
      fast(), extent<2>(4, 4), [&matrix](index<2> i) restrict(amp) {
        matrix[i] += 1;
        matrix(i[0], i[1]) += 1;
        matrix[i[0]][i[1]] += 1;
        atomic_fetch_inc(&matrix[i]);
      });
  const std::vector<int> after = matrix;
  EXPECT_THAT(after, Each(9));
}

TEST(DroppedAccesses, ThroughSectionsThatExceedTheirView) {
  std::vector<int> numbers(12, 7);
  {
    const array_view<int> part = array_view<int>(12, numbers).section(4, 4);
    parallel_for_each(
        fast(), extent<1>(4), [=](index<1> i) restrict(amp) { part.section(2, 4)[i] = 1; });
  }
  EXPECT_THAT(numbers, Each(7));
}

TEST(DroppedAccesses, OfTextures) {
  graphics::texture<int, 1> texture(4, fast());
  std::vector<int> found(6, -1);
  {
    const graphics::texture_view<int, 1> writable(texture);
    parallel_for_each(
        fast(), extent<1>(6), [=](index<1> i) restrict(amp) { writable.set(i, 3); });
    const graphics::texture_view<const int, 1> readable(texture);
    const array_view<int> results(6, found);
    parallel_for_each(
        fast(), results.extent, [=](index<1> i) restrict(amp) { results[i] = readable[i]; });
  }
  EXPECT_THAT(found, ElementsAre(3, 3, 3, 3, 0, 0));
}

TEST(DroppedAccesses, AreThoseOfSourcesWithTheMacro) {
  std::vector<int> numbers = {1, 2, 3, 4};
  {
    const array_view<int> part = array_view<int>(4, numbers).section(0, 2);
    milliamp::tests::set_all(part, 3, 7);
    parallel_for_each(
        fast(), extent<1>(4), [=](index<1> i) restrict(amp) { part[i] += 1; });
  }
  EXPECT_THAT(numbers, ElementsAre(8, 8, 7, 4));
}

TEST(DroppedAccesses, AreThoseOfKernelsOnly) {
  std::vector<int> numbers = {1, 2, 3, 4};
  const array_view<int> part = array_view<int>(4, numbers).section(0, 2);
  EXPECT_EQ(part[3], 4);
}

}  // namespace
