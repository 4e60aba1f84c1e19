// Spec 10.2: writeonly_texture_view<T, N>.
#include "conformance/chapter10/textures.h"

#include <type_traits>

namespace {

using namespace concurrency;
using namespace concurrency::graphics;
using milliamp::tests::counted;
using milliamp::tests::read_all;

TEST(WriteonlyTextureView, IntroducesTypes) {
  using view_type = writeonly_texture_view<int_2, 3>;
  EXPECT_EQ(int{view_type::rank}, 3);
  EXPECT_TRUE((std::is_same<view_type::value_type, int_2>::value));
  EXPECT_TRUE((std::is_same<view_type::scalar_type, int>::value));
}

TEST(WriteonlyTextureView, TellsAboutItsTexture) {
  const accelerator_view place = accelerator().create_view();
  texture<uint_4, 2> viewed(3, 4, 8u, place);
  const writeonly_texture_view<uint_4, 2> view(viewed);
  EXPECT_EQ(view.bits_per_scalar_element, 8u);
  EXPECT_EQ(view.get_bits_per_scalar_element(), 8u);
  EXPECT_EQ(view.data_length, 48u);
  EXPECT_EQ(view.get_data_length(), 48u);
  EXPECT_EQ(view.extent, extent<2>(3, 4));
  EXPECT_EQ(view.get_extent(), extent<2>(3, 4));
  EXPECT_TRUE(view.accelerator_view == place);
  EXPECT_TRUE(view.get_accelerator_view() == place);
}

TEST(WriteonlyTextureView, IsNotOfAStagingTexture) {
  texture<float, 2> staging(3, 4, accelerator(accelerator::cpu_accelerator).default_view,
                            accelerator().default_view);
  EXPECT_THROW((writeonly_texture_view<float, 2>(staging)), runtime_exception);
}

TEST(WriteonlyTextureView, Writes) {
  texture<float_2, 3> written(2, 3, 4);
  const writeonly_texture_view<float_2, 3> view(written);
  parallel_for_each(
      view.extent, [=](index<3> i) restrict(amp) {
        view.set(i, float_2(static_cast<float>((i[0] * 3 + i[1]) * 4 + i[2])));
      });
  EXPECT_EQ(read_all(written), counted<float_2>(24));
}

TEST(WriteonlyTextureView, CopiesAreOfTheSameTexture) {
  texture<int, 1> one(4), other(4);
  const writeonly_texture_view<int, 1> view(one);
  writeonly_texture_view<int, 1> copied(view), assigned(other);
  assigned = view;
  parallel_for_each(
      view.extent, [=](index<1> i) restrict(amp) {
        if (i[0] < 2) copied.set(i, i[0]);
        if (i[0] >= 2) assigned.set(i, i[0]);
      });
  EXPECT_EQ(read_all(one), counted<int>(4));
}

TEST(WriteonlyTextureView, CanBeMadeInAKernel) {
  texture<int, 1> written(4);
  parallel_for_each(
      written.extent, [&written](index<1> i) restrict(amp) {
        const writeonly_texture_view<int, 1> view(written);
        view.set(i, i[0]);
      });
  EXPECT_EQ(read_all(written), counted<int>(4));
}

}  // namespace
