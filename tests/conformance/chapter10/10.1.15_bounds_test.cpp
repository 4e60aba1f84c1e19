// Spec 10.1.15: indices that are outside of a texture.
#include "findings.h"

#include <amp.h>
#include <amp_graphics.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <vector>

namespace {

using namespace concurrency;
using namespace concurrency::graphics;
using milliamp::finding;
using milliamp::finding_kind;
using milliamp::tests::clear;
using milliamp::tests::expect_silence;
using testing::HasSubstr;

template <class Launch>
finding out_of_bounds_of(int line, Launch launch) {
  return milliamp::tests::finding_of(finding_kind::out_of_bounds, line, launch);
}

TEST(TextureBounds, AWriteBehindTheEndIsReportedAndDropped) {
  texture<int, 2> numbers(2, 3);
  clear(numbers);
  const texture_view<int, 2> view(numbers);
  const auto writes_too_far = [&] {
    parallel_for_each(
        extent<2>(2, 3), [=](index<2> i) restrict(amp) {
          view.set(index<2>(i[0], i[1] + 1), 1 + i[1]);
        });
  };
  const finding found = out_of_bounds_of(__LINE__ - 3, writes_too_far);
  EXPECT_EQ(found.variable, "texture_view<int, 2> view");
  EXPECT_EQ(found.name, "view");
  EXPECT_EQ(found.element, "view(0,3)");
  EXPECT_THAT(found.summary, HasSubstr("index (0,3) is out of the bounds of texture_view<int, 2> "
                                       "view of extent (2,3)"));
  EXPECT_EQ(found.events[0].threads[0].global, (std::vector{0, 2}));
  std::vector<int> result(6);
  copy(numbers, result.begin());
  EXPECT_EQ(result, (std::vector{0, 1, 2, 0, 1, 2}));
}

TEST(TextureBounds, AReadBehindTheEndIsReportedAndReads0) {
  const std::vector<float> ones(4, 1.0f);
  texture<float, 1> row(4, ones.begin(), ones.end());
  const texture_view<const float, 1> view(row);
  std::vector<float> sums(4);
  array_view<float> sum(sums);
  const auto reads_too_far = [&] {
    parallel_for_each(
        sum.extent, [=](index<1> i) restrict(amp) { sum[i] = view[i] + view(i[0] - 1); });
  };
  const finding found = out_of_bounds_of(__LINE__ - 2, reads_too_far);
  EXPECT_EQ(found.element, "view(-1)");
  EXPECT_THAT(found.summary, HasSubstr("index (-1)"));
  EXPECT_THAT(found.summary, HasSubstr("extent (4)"));
  sum.synchronize();
  EXPECT_EQ(sums, (std::vector{1.0f, 2.0f, 2.0f, 2.0f}));
}

TEST(TextureBounds, OfATextureThatIsCapturedByReference) {
  texture<unsigned int, 3> field(2, 3, 4);
  const auto writes_too_far = [&] {
    parallel_for_each(
        extent<1>(1), [&field](index<1>) restrict(amp) { field.set(index<3>(1, 3, 0), 1u); });
  };
  const finding found = out_of_bounds_of(__LINE__ - 2, writes_too_far);
  EXPECT_EQ(found.variable, "texture<unsigned int, 3> field");
  EXPECT_EQ(found.element, "field(1,3,0)");
}

TEST(TextureBounds, OfAMipmapLevel) {
  texture<float, 2> levels(extent<2>(8, 8), 32u, 2u);
  clear(levels);
  const texture_view<const float, 2> view(levels);
  std::vector<float> results(1);
  array_view<float> result(results);
  const auto read = [&](int row, unsigned int level) {
    parallel_for_each(
        result.extent, [=](index<1> i) restrict(amp) {
          result[i] = view.get(index<2>(row, 0), level);
        });
  };
  const int line = __LINE__ - 3;
  expect_silence([&] { read(3, 1); });
  const finding outside = out_of_bounds_of(line, [&] { read(4, 1); });
  EXPECT_EQ(outside.element, "view(4,0) of mipmap level 1");
  EXPECT_THAT(outside.summary,
              HasSubstr("mipmap level 1 of texture_view<const float, 2> view of extent (4,4)"));
  const finding no_level = out_of_bounds_of(line, [&] { read(0, 2); });
  EXPECT_THAT(no_level.summary,
              HasSubstr("mipmap level 2 is out of the bounds of texture_view<const float, 2> view, "
                        "which has 2 of them"));
}

TEST(TextureBounds, SamplersKeepWithin) {
  const std::vector<float> ones(4, 1.0f);
  texture<float, 2> picture(2, 2, ones.begin(), ones.end());
  const texture_view<const float, 2> view(picture);
  std::vector<float> results(1);
  array_view<float> result(results);
  const sampler wrap(address_wrap), mirror(address_mirror), clamp, border(address_border);
  expect_silence([&] {
    parallel_for_each(
        result.extent, [=](index<1> i) restrict(amp) {
          const float_2 outside(-7.3f, 9.1f);
          result[i] = view.sample(wrap, outside) + view.sample(mirror, outside, 5.0f) +
                      view.sample(clamp, outside) + view.sample(border, outside);
        });
  });
  result.synchronize();
  EXPECT_EQ(results[0], 3.0f);
}

}  // namespace
