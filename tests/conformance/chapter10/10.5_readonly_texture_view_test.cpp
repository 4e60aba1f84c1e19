// Spec 10.5: texture_view<const T, N>. The expected values follow from Direct3D's rules by hand:
// the centre of texel i of n is at (i + 0.5) / n, and a linear filter interpolates between centres.
#include "conformance/chapter10/textures.h"

#include <cmath>
#include <cstdint>
#include <limits>
#include <type_traits>

namespace {

using namespace concurrency;
using namespace concurrency::graphics;
using milliamp::tests::counted;
using milliamp::tests::raw;
using milliamp::tests::read_all;

// --- 10.5.2 to 10.5.5 ----------------------------------------------------------------------------

TEST(ReadonlyTextureView, IntroducesTypes) {
  using view3 = texture_view<const int_2, 3>;
  EXPECT_EQ(int{view3::rank}, 3);
  EXPECT_TRUE((std::is_same<view3::value_type, const int_2>::value));
  EXPECT_TRUE((std::is_same<view3::scalar_type, int>::value));
  EXPECT_TRUE((std::is_same<view3::coordinates_type, float_3>::value));
  EXPECT_TRUE((std::is_same<view3::gather_return_type, int_4>::value));
  EXPECT_TRUE((std::is_same<texture_view<const unorm, 1>::coordinates_type, float>::value));
  EXPECT_TRUE((std::is_same<texture_view<const unorm, 2>::gather_return_type, unorm_4>::value));
}

TEST(ReadonlyTextureView, TellsAboutItsLevels) {
  const accelerator_view place = accelerator().create_view();
  const texture<uint_4, 2> viewed(extent<2>(12, 4), 8u, 0u, place);
  const texture_view<const uint_4, 2> whole(viewed), part(viewed, 1, 2), within(part, 1, 1);
  EXPECT_EQ(whole.extent, extent<2>(12, 4));
  EXPECT_EQ(whole.mipmap_levels, 4u);
  EXPECT_EQ(part.extent, extent<2>(6, 2));
  EXPECT_EQ(part.get_extent(), extent<2>(6, 2));
  EXPECT_EQ(part.mipmap_levels, 2u);
  EXPECT_EQ(part.get_mipmap_levels(), 2u);
  EXPECT_EQ(part.get_mipmap_extent(1), extent<2>(3, 1));
  EXPECT_THROW(part.get_mipmap_extent(2), runtime_exception);
  EXPECT_EQ(within.extent, extent<2>(3, 1));
  EXPECT_EQ(within.mipmap_levels, 1u);
  EXPECT_EQ((texture_view<const uint_4, 2>(viewed, 2).mipmap_levels), 1u);
  EXPECT_EQ((texture_view<const uint_4, 2>(part, 1).extent), extent<2>(3, 1));
  EXPECT_EQ(part.bits_per_scalar_element, 8u);
  EXPECT_EQ(part.get_bits_per_scalar_element(), 8u);
  EXPECT_EQ(part.data_length, 4u * (6 * 2 + 3 * 1));
  EXPECT_EQ(part.get_data_length(), part.data_length);
  EXPECT_TRUE(part.accelerator_view == place);
  EXPECT_TRUE(part.get_accelerator_view() == place);
}

TEST(ReadonlyTextureView, RefusesStagingTexturesAndOtherLevels) {
  const texture<float, 2> staging(3, 4, accelerator(accelerator::cpu_accelerator).default_view,
                                  accelerator().default_view);
  using view_type = texture_view<const float, 2>;
  EXPECT_THROW((view_type(staging)), runtime_exception);
  EXPECT_THROW((view_type(staging, 0, 1)), runtime_exception);
  const texture<float, 2> viewed(extent<2>(8, 8), 32u, 3u);
  EXPECT_THROW((view_type(viewed, 3, 1)), runtime_exception);
  EXPECT_THROW((view_type(viewed, 1, 3)), runtime_exception);
  EXPECT_THROW((view_type(viewed, 0, 0)), runtime_exception);
  const view_type part(viewed, 1, 2);
  EXPECT_THROW((view_type(part, 1, 2)), runtime_exception);
  EXPECT_THROW((view_type(part, 0xffffffffu, 2)), runtime_exception);
}

TEST(ReadonlyTextureView, CopiesAreOfTheSameTexture) {
  const auto values = counted<int>(4), others = counted<int>(4, 10);
  texture<int, 1> one(4, values.begin(), values.end()), other(4, others.begin(), others.end());
  const texture_view<const int, 1> view(one);
  const texture_view<const int, 1> copied(view);
  texture_view<const int, 1> assigned(other);
  EXPECT_EQ(read_all(copied), values);
  assigned = view;
  EXPECT_EQ(read_all(assigned), values);

  const texture_view<int, 1> writable(other);
  const texture_view<const int, 1> readonly(writable);
  EXPECT_EQ(read_all(readonly), others);
  assigned = writable;
  EXPECT_EQ(read_all(assigned), others);
}

// --- 10.5.6 --------------------------------------------------------------------------------------

TEST(ReadonlyTextureView, ReadsByAllFormsOfAnIndex) {
  const auto values = counted<float>(24);
  const texture<float, 1> one(24, values.begin(), values.end());
  const texture<float, 2> two(4, 6, values.begin(), values.end());
  const texture<float, 3> three(2, 3, 4, values.begin(), values.end());
  const texture_view<const float, 1> v1(one);
  const texture_view<const float, 2> v2(two);
  const texture_view<const float, 3> v3(three);
  array<float> sums(24);
  parallel_for_each(
      sums.extent, [ =, &sums ](index<1> i) restrict(amp) {
        const index<2> j(i[0] / 6, i[0] % 6);
        const index<3> k(i[0] / 12, i[0] / 4 % 3, i[0] % 4);
        sums[i] = v1[i] + v1[i[0]] + v1(i) + v1(i[0]) + v1.get(i) +  //
                  v2[j] + v2(j) + v2(j[0], j[1]) + v2.get(j) +       //
                  v3[k] + v3(k) + v3(k[0], k[1], k[2]) + v3.get(k);
      });
  for (std::size_t i = 0; i < 24; ++i) {
    EXPECT_EQ(std::vector<float>(sums)[i], 13 * values[i]);
  }
}

TEST(ReadonlyTextureView, ReadsMipmapLevels) {
  texture<float, 2> viewed(extent<2>(4, 4), 32u, 3u);
  const auto values = counted<float>(21);
  copy(values.data(), 84, viewed);
  const texture_view<const float, 2> whole(viewed), part(viewed, 1, 2);
  array<float> read(5);
  parallel_for_each(
      extent<1>(1), [ =, &read ](index<1>) restrict(amp) {
        read[0] = whole.get(index<2>(2, 1), 0);
        read[1] = whole.get(index<2>(1, 0), 1);
        read[2] = whole.get(index<2>(0, 0), 2);
        read[3] = part.get(index<2>(1, 0));
        read[4] = part.get(index<2>(0, 0), 1);
      });
  EXPECT_EQ(std::vector<float>(read), (std::vector<float>{9, 18, 20, 18, 20}));
}

TEST(ReadonlyTextureView, CanBeMadeInAKernel) {
  const std::vector<float_2> values(6, float_2(1, 2));
  const texture<float_2, 2> viewed(2, 3, values.begin(), values.end());
  array<float_2, 2> read(2, 3);
  parallel_for_each(
      read.extent, [&viewed, &read ](index<2> i) restrict(amp) {
        const texture_view<const float_2, 2> view(viewed);
        read[i] = view[i];
      });
  EXPECT_EQ(std::vector<float_2>(read), values);
}

// --- 10.5.7 --------------------------------------------------------------------------------------

/// What function(view, coordinates) returns in a kernel, for each of the coordinates.
template <class T, int N, class Function>
auto in_kernel(const texture_view<const T, N>& view,
               const std::vector<typename texture_view<const T, N>::coordinates_type>& coordinates,
               Function function) {
  using result = std::remove_const_t<decltype(function(view, coordinates[0]))>;
  const int count = static_cast<int>(coordinates.size());
  array<typename texture_view<const T, N>::coordinates_type> at(count, coordinates.begin());
  array<result> results(count);
  parallel_for_each(
      results.extent,
      [ =, &at, &results ](index<1> i) restrict(amp) { results[i] = function(view, at[i]); });
  return std::vector<result>(results);
}

template <class T, int N>
auto sampled(const texture_view<const T, N>& view, const sampler& s,
             const std::vector<typename texture_view<const T, N>::coordinates_type>& coordinates) {
  return in_kernel<T, N>(
      view,
      coordinates, [=](const auto& v, const auto& at) restrict(amp) { return v.sample(s, at); });
}

class SampledRow : public testing::Test {
 protected:
  std::vector<float> sample(const sampler& s, const std::vector<float>& coordinates) const {
    return sampled<float, 1>(texture_view<const float, 1>(row_), s, coordinates);
  }

  const std::vector<float> values_ = {10, 20, 40, 80};
  const texture<float, 1> row_{4, values_.begin(), values_.end()};
};

TEST_F(SampledRow, PointFilterTakesTheTexelAtTheCoordinate) {
  EXPECT_EQ(sample(sampler(filter_point), {0.125f, 0.24f, 0.25f, 0.26f, 0.875f, 0.99f}),
            (std::vector<float>{10, 10, 20, 20, 80, 80}));
}

TEST_F(SampledRow, LinearFilterInterpolatesBetweenCentres) {
  EXPECT_EQ(sample(sampler(filter_linear), {0.125f, 0.25f, 0.3125f, 0.375f, 0.5f, 0.875f}),
            (std::vector<float>{10, 15, 17.5f, 20, 30, 80}));
}

TEST_F(SampledRow, Clamps) {
  EXPECT_EQ(sample(sampler(filter_point, address_clamp), {-3, -0.1f, 0, 1, 1.1f, 7}),
            (std::vector<float>{10, 10, 10, 80, 80, 80}));
  EXPECT_EQ(sample(sampler(filter_linear, address_clamp), {-3, 0, 0.0625f, 1, 7}),
            (std::vector<float>{10, 10, 10, 80, 80}));
}

TEST_F(SampledRow, Wraps) {
  EXPECT_EQ(sample(sampler(filter_point, address_wrap), {-0.1f, 0, 1, 1.3f, -0.75f, 5.6f}),
            (std::vector<float>{80, 10, 10, 20, 20, 40}));
  EXPECT_EQ(sample(sampler(filter_linear, address_wrap), {0, 1, 1.125f, -0.875f, 0.9375f}),
            (std::vector<float>{45, 45, 10, 10, 62.5f}));
}

TEST_F(SampledRow, Mirrors) {
  EXPECT_EQ(sample(sampler(filter_point, address_mirror), {-0.1f, -0.3f, 1.1f, 1.4f, 2.1f, -1.1f}),
            (std::vector<float>{10, 20, 80, 40, 10, 80}));
  EXPECT_EQ(sample(sampler(filter_linear, address_mirror), {0, 1, 1.25f, -0.25f}),
            (std::vector<float>{10, 80, 60, 15}));
}

// The number of a texel can be greater than half of the greatest int.
TEST(MirroredRow, MayBeAsLongAsAnExtent) {
  constexpr int length = 1200000000;
  EXPECT_EQ(graphics::details::address(address_mirror, -1, length), 0);
  EXPECT_EQ(graphics::details::address(address_mirror, length, length), length - 1);
  EXPECT_EQ(graphics::details::address(address_mirror, -length, length), length - 1);
  EXPECT_EQ(graphics::details::address(address_mirror, -length - 1, length), length - 1);
  EXPECT_EQ(graphics::details::address(address_mirror, -2000000000, length), 400000000);
  EXPECT_EQ(graphics::details::address(address_mirror, 2000000000, length), 399999999);
}

TEST_F(SampledRow, HasABorder) {
  const float_4 color(100, 1, 2, 3);
  EXPECT_EQ(sample(sampler(filter_point, address_border, color), {-0.1f, 0, 0.99f, 1, 2}),
            (std::vector<float>{100, 10, 80, 100, 100}));
  EXPECT_EQ(sample(sampler(filter_linear, address_border, color), {-0.5f, 0, 0.0625f, 0.125f, 1}),
            (std::vector<float>{100, 55, 32.5f, 10, 90}));
}

TEST_F(SampledRow, IsDefinedForAllCoordinates) {
  const float infinity = std::numeric_limits<float>::infinity();
  EXPECT_EQ(sample(sampler(filter_linear, address_clamp), {-infinity, -1e30f, 1e30f, infinity}),
            (std::vector<float>{10, 10, 80, 80}));
  for (const address_mode mode : {address_wrap, address_mirror, address_clamp}) {
    for (const float value :
         sample(sampler(filter_linear, mode),
                {-infinity, infinity, 1e30f, std::numeric_limits<float>::quiet_NaN()})) {
      EXPECT_TRUE(value >= 10 && value <= 80) << mode;
    }
  }
}

TEST_F(SampledRow, PredefinedSamplers) {
  const texture_view<const float, 1> view(row_);
  const std::vector<float> coordinates = {0, 0.25f, 1.25f};
  const auto in = [&](auto function) { return in_kernel<float, 1>(view, coordinates, function); };
  using view_type = texture_view<const float, 1>;
  EXPECT_EQ(in([](const view_type& v, float at) restrict(amp) { return v.sample(at); }),
            (std::vector<float>{10, 15, 80}));
  EXPECT_EQ(
      in([](const view_type& v, float at) restrict(amp) { return v.sample<filter_point>(at); }),
      (std::vector<float>{10, 20, 80}));
  EXPECT_EQ(in([](const view_type& v, float at) restrict(amp) {
              return v.sample<filter_linear, address_wrap>(at);
            }),
            (std::vector<float>{45, 15, 15}));
  EXPECT_EQ(in([](const view_type& v, float at) restrict(amp) {
              return v.sample<filter_point, address_mirror>(at, 0.0f);
            }),
            (std::vector<float>{10, 20, 40}));
}

// x runs along the least significant dimension, as in Direct3D: from column to column.
TEST(Sample, OfRank2) {
  const std::vector<float> values = {1, 2, 3, 4};
  const texture<float, 2> square(2, 2, values.begin(), values.end());
  const texture_view<const float, 2> view(square);
  EXPECT_EQ((sampled<float, 2>(view, sampler(filter_point),
                               {{0.75f, 0.25f}, {0.25f, 0.75f}, {0.75f, 0.75f}})),
            (std::vector<float>{2, 3, 4}));
  EXPECT_EQ((sampled<float, 2>(view, sampler(filter_linear),
                               {{0.5f, 0.5f}, {0.75f, 0.5f}, {0.5f, 0.25f}, {0.375f, 0.25f}})),
            (std::vector<float>{2.5f, 3, 1.5f, 1.25f}));
}

TEST(Sample, OfRank3) {
  const auto values = counted<float>(8);
  const texture<float, 3> cube(2, 2, 2, values.begin(), values.end());
  const texture_view<const float, 3> view(cube);
  EXPECT_EQ((sampled<float, 3>(view, sampler(filter_point),
                               {{0.75f, 0.25f, 0.75f}, {0.25f, 0.75f, 0.25f}})),
            (std::vector<float>{5, 2}));
  EXPECT_EQ(
      (sampled<float, 3>(view, sampler(filter_linear), {{0.5f, 0.5f, 0.5f}, {0.25f, 0.5f, 0.75f}})),
      (std::vector<float>{3.5f, 5}));
}

TEST(Sample, OfVectorsAndNormalizedNumbers) {
  const std::uint8_t bytes[] = {0, 255, 255, 0};
  const texture<unorm_2, 1> pairs(2, bytes, 4, 8);
  EXPECT_EQ((sampled<unorm_2, 1>(texture_view<const unorm_2, 1>(pairs), sampler(), {0.25f, 0.5f})),
            (std::vector<unorm_2>{unorm_2(0.0f, 1.0f), unorm_2(0.5f, 0.5f)}));
  const texture<norm, 1> norms(4, bytes, 4, 8);
  EXPECT_TRUE(
      (std::is_same<decltype(texture_view<const norm, 1>(norms).sample(0.0f)), const norm>::value ||
       std::is_same<decltype(texture_view<const norm, 1>(norms).sample(0.0f)), norm>::value));
  const std::vector<float_3> vectors = {float_3(0, 4, 8), float_3(4, 8, 0)};
  const texture<float_3, 1> threes(2, vectors.begin(), vectors.end());
  EXPECT_EQ(
      (sampled<float_3, 1>(texture_view<const float_3, 1>(threes), sampler(), {0.5f, 0.375f})),
      (std::vector<float_3>{float_3(2, 6, 4), float_3(1, 5, 6)}));
}

TEST(Sample, BorderColorsHaveTheTypeOfTheTexels) {
  const std::uint8_t bytes[] = {0, 0, 0, 0};
  const sampler outside(filter_point, address_border, float_4(0.5f, 3, -3, 0.25f));
  EXPECT_EQ(
      (sampled<unorm_4, 1>(texture_view<const unorm_4, 1>(texture<unorm_4, 1>(1, bytes, 4, 8)),
                           outside, {2.0f}))[0],
      unorm_4(0.5f, 1.0f, 0.0f, 0.25f));
  EXPECT_EQ((sampled<norm_4, 1>(texture_view<const norm_4, 1>(texture<norm_4, 1>(1, bytes, 4, 8)),
                                outside, {2.0f}))[0],
            norm_4(0.5f, 1.0f, -1.0f, 0.25f));
  EXPECT_EQ(
      (sampled<float_2, 1>(texture_view<const float_2, 1>(texture<float_2, 1>(1, bytes, 4, 16)),
                           outside, {2.0f}))[0],
      float_2(0.5f, 3));
}

class SampledMipmaps : public testing::Test {
 protected:
  SampledMipmaps() {
    const float values[] = {0, 0, 0, 0, 10, 10, 20};
    copy(values, sizeof values, levels_);
  }

  std::vector<float> sample(const texture_view<const float, 1>& view, filter_mode filter,
                            const std::vector<float>& levels_of_detail) const {
    const sampler s(filter);
    return in_kernel<float, 1>(
        view,
        levels_of_detail, [=](const texture_view<const float, 1>& v, float level) restrict(amp) {
          return v.sample(s, 0.5f, level);
        });
  }

  texture<float, 1> levels_{extent<1>(4), 32u, 3u};
};

TEST_F(SampledMipmaps, PointFilterTakesTheNearestLevel) {
  EXPECT_EQ(sample(levels_, filter_point, {-1, 0, 0.4f, 0.5f, 1.4f, 1.5f, 2, 9}),
            (std::vector<float>{0, 0, 0, 10, 10, 20, 20, 20}));
}

TEST_F(SampledMipmaps, LinearFilterInterpolatesBetweenLevels) {
  EXPECT_EQ(sample(levels_, filter_linear, {-1, 0, 0.5f, 1, 1.75f, 2, 9}),
            (std::vector<float>{0, 0, 5, 10, 17.5f, 20, 20}));
}

TEST_F(SampledMipmaps, LevelsCountFromTheViewsFirst) {
  EXPECT_EQ(sample(texture_view<const float, 1>(levels_, 1, 2), filter_linear, {0, 0.5f, 1, 2}),
            (std::vector<float>{10, 15, 20, 20}));
  EXPECT_EQ(sample(texture_view<const float, 1>(levels_, 1), filter_linear, {0, 1}),
            (std::vector<float>{10, 10}));
}

// --- 10.5.8 --------------------------------------------------------------------------------------

class Gathered : public testing::Test {
 protected:
  std::vector<float_4> gather(const sampler& s, const std::vector<float_2>& coordinates) const {
    return in_kernel<float_4, 2>(
        view_,
        coordinates, [=](const texture_view<const float_4, 2>& v, const float_2& at) restrict(amp) {
          return v.gather_red(s, at);
        });
  }

  // In rows of 2: red 1 2 / 3 4, green ten times that, and so on.
  const std::vector<float_4> values_ = {float_4(1, 10, 100, 1000), float_4(2, 20, 200, 2000),
                                        float_4(3, 30, 300, 3000), float_4(4, 40, 400, 4000)};
  const texture<float_4, 2> square_{2, 2, values_.begin(), values_.end()};
  const texture_view<const float_4, 2> view_{square_};
};

TEST_F(Gathered, CounterClockwiseFromTheLowerLeft) {
  EXPECT_EQ(gather(sampler(), {{0.5f, 0.5f}, {0.3f, 0.7f}}),
            (std::vector<float_4>{float_4(3, 4, 2, 1), float_4(3, 4, 2, 1)}));
}

TEST_F(Gathered, AsTheSamplerAddresses) {
  EXPECT_EQ(gather(sampler(address_clamp), {{0, 0}})[0], float_4(1, 1, 1, 1));
  EXPECT_EQ(gather(sampler(address_wrap), {{0, 0}})[0], float_4(2, 1, 3, 4));
  EXPECT_EQ(gather(sampler(address_mirror), {{1, 0.5f}})[0], float_4(4, 4, 2, 2));
  EXPECT_EQ(gather(sampler(address_border, float_4(7, 8, 9, 0)), {{0, 0}})[0], float_4(7, 1, 7, 7));
  // The filter does not count.
  EXPECT_EQ(gather(sampler(filter_point), {{0.5f, 0.5f}})[0], float_4(3, 4, 2, 1));
}

TEST_F(Gathered, AllComponents) {
  array<float_4> results(12);
  const texture_view<const float_4, 2> v(view_);
  const sampler wrapping(address_wrap);
  parallel_for_each(
      extent<1>(1), [ =, &results ](index<1>) restrict(amp) {
        const float_2 centre(0.5f, 0.5f), corner(0, 0);
        results[0] = v.gather_red(wrapping, centre);
        results[1] = v.gather_green(wrapping, centre);
        results[2] = v.gather_blue(wrapping, centre);
        results[3] = v.gather_alpha(wrapping, centre);
        results[4] = v.gather_red(centre);
        results[5] = v.gather_green(centre);
        results[6] = v.gather_blue(centre);
        results[7] = v.gather_alpha(centre);
        results[8] = v.gather_red<address_wrap>(corner);
        results[9] = v.gather_green<address_mirror>(corner);
        results[10] = v.gather_blue<address_clamp>(corner);
        results[11] = v.gather_alpha<address_wrap>(corner);
      });
  const float_4 red(3, 4, 2, 1);
  EXPECT_EQ(std::vector<float_4>(results),
            (std::vector<float_4>{red, red * 10, red * 100, red * 1000, red, red * 10, red * 100,
                                  red * 1000, float_4(2, 1, 3, 4), float_4(10), float_4(100),
                                  float_4(2, 1, 3, 4) * 1000}));
}

TEST(Gather, TakesLevel0) {
  texture<unorm, 2> viewed(extent<2>(2, 2), 8u, 2u);
  const std::uint8_t bytes[] = {0, 51, 102, 153, 255};
  copy(bytes, 5, viewed);
  const texture_view<const unorm, 2> view(viewed);
  array<unorm_4> result(1);
  parallel_for_each(
      extent<1>(1), [ =, &result ](index<1> i) restrict(amp) {
        result[i] = view.gather_red(float_2(0.5f, 0.5f));
      });
  EXPECT_EQ(std::vector<unorm_4>(result)[0], unorm_4(0.4f, 0.6f, 0.2f, 0.0f));
}

}  // namespace
