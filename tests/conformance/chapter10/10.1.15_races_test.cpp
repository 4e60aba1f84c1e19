// Spec 10.1.15, 8.1.2: races on texels.
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

template <class Launch>
finding race_of(int line, Launch launch) {
  return milliamp::tests::finding_of(finding_kind::race, line, launch);
}

TEST(TextureRaces, TwoThreadsWriteOneTexel) {
  texture<int, 2> numbers(4, 8, 16u);
  const texture_view<int, 2> view(numbers);
  const auto racy = [&] {
    parallel_for_each(
        numbers.extent, [=](index<2> i) restrict(amp) {
          view.set(index<2>(i[0], i[1] / 2), i[1]);
        });
  };
  const finding race = race_of(__LINE__ - 3, racy);
  EXPECT_EQ(race.variable, "texture_view<int, 2> view");
  EXPECT_EQ(race.name, "view");
  EXPECT_EQ(race.element, "view(0,0)");
  ASSERT_EQ(race.events.size(), 2u);
  EXPECT_EQ(race.events[0].what, "write");
  EXPECT_EQ(race.events[0].threads[0].global, (std::vector{0, 0}));
  EXPECT_EQ(race.events[1].what, "write");
  EXPECT_EQ(race.events[1].threads[0].global, (std::vector{0, 1}));
  EXPECT_EQ(race.count, 16u) << "one for each texel";

  expect_silence([&] {
    parallel_for_each(
        numbers.extent, [=](index<2> i) restrict(amp) { view.set(i, i[1]); });
  });
}

TEST(TextureRaces, AWriteBesideAReadThroughAnotherView) {
  texture<float_4, 2> picture(extent<2>(4, 8), 16u);
  clear(picture);
  const texture_view<const float_4, 2> before(picture);
  const texture_view<float_4, 2> after(picture);
  const finding race = race_of(__LINE__ + 4, [&] {
    parallel_for_each(
        picture.extent, [=](index<2> i) restrict(amp) {
          const index<2> left(i[0], i[1] > 0 ? i[1] - 1 : 0);
          after.set(i, before[left]);
        });
  });
  EXPECT_THAT(race.element, testing::AnyOf("before(0,0)", "after(0,0)"));
  EXPECT_THAT(race.variable, testing::AnyOf("texture_view<const float_4, 2> before",
                                            "texture_view<float_4, 2> after"));
  EXPECT_EQ(race.events[0].what, "write");
  EXPECT_EQ(race.events[1].what, "read");

  texture<float_4, 2> copy(picture);
  const texture_view<float_4, 2> result(copy);
  expect_silence([&] {
    parallel_for_each(
        picture.extent, [=](index<2> i) restrict(amp) {
          const index<2> left(i[0], i[1] > 0 ? i[1] - 1 : 0);
          result.set(i, before[left]);
        });
  });
}

TEST(TextureRaces, ATextureThatIsReadAndWritten) {
  texture<unsigned int, 1> numbers(16);
  clear(numbers);
  const finding race = race_of(__LINE__ + 3, [&] {
    parallel_for_each(
        numbers.extent, [&numbers](index<1> i) restrict(amp) {
          if (i[0] > 0) numbers.set(i, numbers[i[0] - 1] + 1);
        });
  });
  EXPECT_EQ(race.variable, "texture<unsigned int, 1> numbers");
  EXPECT_EQ(race.element, "numbers(1)");
  expect_silence([&] {
    parallel_for_each(
        numbers.extent, [&numbers](index<1> i) restrict(amp) { numbers.set(i, numbers[i] + 1); });
  });
}

TEST(TextureRaces, SamplingReadsTheTexelsAround) {
  texture<float, 2> picture(4, 4);
  clear(picture);
  const texture_view<const float, 2> read(picture);
  const texture_view<float, 2> written(picture);
  const sampler smooth;
  const auto blur_in_place = [&] {
    parallel_for_each(
        picture.extent, [=](index<2> i) restrict(amp) {
          written.set(i, read.sample(smooth, float_2(i[1] / 4.0f, i[0] / 4.0f)));
        });
  };
  const finding race = race_of(__LINE__ - 3, blur_in_place);
  EXPECT_EQ(race.events[0].what, "write");
  EXPECT_EQ(race.events[1].what, "read");
}

TEST(TextureRaces, NameAllThreeCoordinates) {
  texture<norm_2, 3> field(extent<3>(2, 3, 4), 8u);
  const writeonly_texture_view<norm_2, 3> out(field);
  const finding race = race_of(__LINE__ + 2, [&] {
    parallel_for_each(
        extent<1>(2), [=](index<1>) restrict(amp) { out.set(index<3>(1, 2, 3), norm_2(0.5f)); });
  });
  EXPECT_EQ(race.variable, "writeonly_texture_view<norm_2, 3> out");
  EXPECT_EQ(race.element, "out(1,2,3)");
}

TEST(TextureRaces, NameTheMipmapLevel) {
  texture<float, 2> levels(extent<2>(8, 8), 32u, 4u);
  clear(levels);
  const texture_view<const float, 2> all(levels);
  const texture_view<float, 2> second(levels, 2);
  const finding race = race_of(__LINE__ + 3, [&] {
    parallel_for_each(
        extent<2>(2, 2), [=](index<2> i) restrict(amp) {
          second.set(i, all.get(index<2>(1, 0), 2));
        });
  });
  EXPECT_THAT(race.element, testing::AnyOf("second(1,0)", "all(1,0) of mipmap level 2"));

  expect_silence([&] {
    parallel_for_each(
        extent<2>(2, 2), [=](index<2> i) restrict(amp) {
          second.set(i, all.get(i, 1) + all.get(i, 0));
        });
  });
}

/// Texels of several threads in one word of memory.
template <class T>
void expect_independent_neighbours(unsigned bits) {
  texture<T, 2> texels(extent<2>(3, 7), bits);
  const texture_view<T, 2> view(texels);
  expect_silence([&] {
    parallel_for_each(
        texels.extent, [=](index<2> i) restrict(amp) { view.set(i, T(1)); });
  });
}

TEST(TextureRaces, LeaveNeighboursAlone) {
  expect_independent_neighbours<unorm>(8);
  expect_independent_neighbours<unorm_2>(8);
  expect_independent_neighbours<unorm_4>(8);
  expect_independent_neighbours<norm>(16);
  expect_independent_neighbours<norm_2>(16);
  expect_independent_neighbours<int>(8);
  expect_independent_neighbours<uint_2>(8);
  expect_independent_neighbours<int_4>(16);
  expect_independent_neighbours<float>(16);
  expect_independent_neighbours<float_2>(16);
  expect_independent_neighbours<float_3>(32);
  expect_independent_neighbours<double_2>(64);
}

TEST(TextureRaces, FindNarrowTexelsThatTwoThreadsWrite) {
  texture<unorm, 1> texels(extent<1>(8), 8u);
  const texture_view<unorm, 1> view(texels);
  const finding race = race_of(__LINE__ + 3, [&] {
    parallel_for_each(
        texels.extent, [=](index<1> i) restrict(amp) {
          view.set(index<1>(i[0] == 6 ? 5 : i[0]), unorm(1.0f));
        });
  });
  EXPECT_EQ(race.element, "view(5)");
  EXPECT_EQ(race.count, 1u);
  EXPECT_EQ(race.events[0].threads[0].global, std::vector{5});
  EXPECT_EQ(race.events[1].threads[0].global, std::vector{6});
}

}  // namespace
