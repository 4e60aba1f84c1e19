// Spec 10.4: texture_view<T, N>.
#include "conformance/chapter10/textures.h"

#include <algorithm>
#include <memory>
#include <type_traits>

namespace {

using namespace concurrency;
using namespace concurrency::graphics;
using milliamp::tests::counted;
using milliamp::tests::raw;
using milliamp::tests::read_all;

TEST(TextureView, IntroducesTypes) {
  using view_type = texture_view<int_2, 3>;
  EXPECT_EQ(int{view_type::rank}, 3);
  EXPECT_TRUE((std::is_same<view_type::value_type, int_2>::value));
  EXPECT_TRUE((std::is_same<view_type::scalar_type, int>::value));
}

TEST(TextureView, TellsAboutItsLevel) {
  const accelerator_view place = accelerator().create_view();
  texture<uint_4, 2> viewed(extent<2>(6, 4), 8u, 0u, place);
  const texture_view<uint_4, 2> whole(viewed), level(viewed, 1);
  EXPECT_EQ(whole.extent, extent<2>(6, 4));
  EXPECT_EQ(level.extent, extent<2>(3, 2));
  EXPECT_EQ(level.get_extent(), extent<2>(3, 2));
  EXPECT_EQ(level.get_mipmap_extent(0), extent<2>(3, 2));
  EXPECT_THROW(level.get_mipmap_extent(1), runtime_exception);
  EXPECT_EQ(whole.mipmap_levels, 1u);
  EXPECT_EQ(whole.get_mipmap_levels(), 1u);
  EXPECT_EQ(whole.bits_per_scalar_element, 8u);
  EXPECT_EQ(whole.get_bits_per_scalar_element(), 8u);
  EXPECT_EQ(whole.data_length, 6u * 4 * 4);
  EXPECT_EQ(level.get_data_length(), 3u * 2 * 4);
  EXPECT_TRUE(level.accelerator_view == place);
  EXPECT_TRUE(level.get_accelerator_view() == place);
}

TEST(TextureView, RefusesStagingTexturesAndOtherLevels) {
  texture<float, 2> staging(3, 4, accelerator(accelerator::cpu_accelerator).default_view,
                            accelerator().default_view);
  EXPECT_THROW((texture_view<float, 2>(staging)), runtime_exception);
  texture<float, 2> viewed(3, 4);
  EXPECT_THROW((texture_view<float, 2>(viewed, 1)), runtime_exception);
}

template <class T>
class ReadWriteView : public testing::Test {};
using ReadWrite = testing::Types<int, unsigned int, float>;
TYPED_TEST_SUITE(ReadWriteView, ReadWrite);

TYPED_TEST(ReadWriteView, ReadsAndWrites) {
  const auto values = counted<TypeParam>(24);
  texture<TypeParam, 1> one(24, values.begin(), values.end());
  texture<TypeParam, 2> two(4, 6, values.begin(), values.end());
  texture<TypeParam, 3> three(2, 3, 4, values.begin(), values.end());
  const texture_view<TypeParam, 1> v1(one);
  const texture_view<TypeParam, 2> v2(two);
  const texture_view<TypeParam, 3> v3(three);
  parallel_for_each(
      extent<1>(24), [=](index<1> i) restrict(amp) {
        const index<2> j(i[0] / 6, i[0] % 6);
        const index<3> k(i[0] / 12, i[0] / 4 % 3, i[0] % 4);
        v1.set(i, v1[i] + v1[i[0]] + v1(i) + v1(i[0]) + v1.get(i));
        v2.set(j, v2[j] + v2(j) + v2(j[0], j[1]) + v2.get(j));
        v3.set(k, v3[k] + v3(k) + v3(k[0], k[1], k[2]) + v3.get(k));
      });
  for (std::size_t i = 0; i < 24; ++i) {
    EXPECT_EQ(raw<TypeParam>(one)[i], static_cast<TypeParam>(5 * i));
    EXPECT_EQ(raw<TypeParam>(two)[i], static_cast<TypeParam>(4 * i));
    EXPECT_EQ(raw<TypeParam>(three)[i], static_cast<TypeParam>(4 * i));
  }
}

TEST(TextureView, WritesAllTypes) {
  texture<norm_2, 2> written(3, 4, 16u);
  const texture_view<norm_2, 2> view(written);
  parallel_for_each(
      view.extent, [=](index<2> i) restrict(amp) {
        view.set(i, norm_2(norm(i[0] == 0 ? 1 : -1), norm(0)));
      });
  EXPECT_EQ(read_all(written)[3], norm_2(norm(1), norm(0)));
  EXPECT_EQ(read_all(written)[4], norm_2(norm(-1), norm(0)));
}

TEST(TextureView, WritesOneMipmapLevel) {
  texture<int, 2> written(extent<2>(4, 4), 32u, 3u);
  const std::vector<int> zeros(21);
  copy(zeros.data(), 84, written);
  const texture_view<int, 2> middle(written, 1);
  parallel_for_each(
      middle.extent, [=](index<2> i) restrict(amp) { middle.set(i, 7); });
  std::vector<int> expected(21);
  std::fill(expected.begin() + 16, expected.begin() + 20, 7);
  EXPECT_EQ(raw<int>(written), expected);
}

TEST(TextureView, CopiesAreOfTheSameTexture) {
  texture<int, 1> one(4), other(4);
  const texture_view<int, 1> view(one);
  texture_view<int, 1> copied(view), assigned(other);
  assigned = view;
  parallel_for_each(
      view.extent, [=](index<1> i) restrict(amp) {
        if (i[0] < 2) copied.set(i, i[0]);
        if (i[0] >= 2) assigned.set(i, i[0]);
      });
  EXPECT_EQ(read_all(one), counted<int>(4));
}

TEST(TextureView, CanBeMadeInAKernel) {
  texture<int, 1> written(4);
  parallel_for_each(
      written.extent, [&written](index<1> i) restrict(amp) {
        texture_view<int, 1> view(written);
        view.set(i, i[0]);
        view.set(i, view[i] + 1);
      });
  EXPECT_EQ(read_all(written), counted<int>(4, 1));
}

TEST(TextureView, KeepsTheTexelsAlive) {
  auto viewed = std::make_unique<texture<int, 1>>(extent<1>(4));
  const texture_view<int, 1> view(*viewed);
  viewed.reset();
  parallel_for_each(
      view.extent, [=](index<1> i) restrict(amp) { view.set(i, i[0]); });
  EXPECT_EQ(raw<int>(view), counted<int>(4));
}

}  // namespace
