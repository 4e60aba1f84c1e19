// Spec 10.1: texture<T, N>.
#include "conformance/chapter10/textures.h"

#include <list>
#include <string>
#include <type_traits>

namespace {

using namespace concurrency;
using namespace concurrency::graphics;
using milliamp::tests::counted;
using milliamp::tests::raw;
using milliamp::tests::read_all;
using testing::Test;

accelerator_view cpu() { return accelerator(accelerator::cpu_accelerator).default_view; }
accelerator_view default_view() { return accelerator().default_view; }

// 10.1.3: of the constructors that take lengths, none takes mipmap levels.
static_assert(std::is_constructible_v<texture<int, 1>, int, unsigned>);
static_assert(std::is_constructible_v<texture<int, 1>, int, unsigned, accelerator_view>);
static_assert(std::is_constructible_v<texture<int, 2>, int, int, unsigned>);
static_assert(std::is_constructible_v<texture<int, 1>, extent<1>, unsigned, unsigned>);
static_assert(!std::is_constructible_v<texture<int, 1>, int, unsigned, unsigned>);
static_assert(!std::is_constructible_v<texture<int, 1>, int, unsigned, unsigned, accelerator_view>);
static_assert(!std::is_constructible_v<texture<int, 1>, int, int, unsigned>, "that has rank 2");
static_assert(!std::is_constructible_v<texture<int, 2>, int, int, int, unsigned>);

// --- 10.1.2 --------------------------------------------------------------------------------------

TEST(Texture, IntroducesTypes) {
  using texture_type = texture<float_2, 3>;
  EXPECT_EQ(int{texture_type::rank}, 3);
  EXPECT_TRUE((std::is_same<texture_type::value_type, float_2>::value));
  EXPECT_TRUE((std::is_same<texture_type::scalar_type, float>::value));
  EXPECT_TRUE((std::is_same<texture<int, 1>::scalar_type, int>::value));
  EXPECT_TRUE((std::is_same<texture<unorm_4, 2>::scalar_type, unorm>::value));
}

// --- 10.1.3 --------------------------------------------------------------------------------------

template <class T, unsigned int... Bits>
struct format {
  using type = T;
};

template <class Format>
class TextureFormat : public Test {};
using Formats =
    testing::Types<format<int, 8, 16, 32>, format<int_2, 8, 16, 32>, format<int_3, 32>,
                   format<int_4, 8, 16, 32>, format<unsigned int, 8, 16, 32>,
                   format<uint_2, 8, 16, 32>, format<uint_3, 32>, format<uint_4, 8, 16, 32>,
                   format<float, 16, 32>, format<float_2, 16, 32>, format<float_3, 32>,
                   format<float_4, 16, 32>, format<norm, 8, 16>, format<norm_2, 8, 16>,
                   format<norm_4, 8, 16>, format<unorm, 8, 16>, format<unorm_2, 8, 16>,
                   format<unorm_4, 8, 16>, format<double, 64>, format<double_2, 64>>;
TYPED_TEST_SUITE(TextureFormat, Formats);

template <class T, unsigned int... Bits>
void expect_formats(format<T, Bits...>) {
  const int channels = short_vector_traits<T>::size;
  for (const unsigned int bits : {8u, 16u, 32u, 64u}) {
    const bool allowed = ((bits == Bits) || ...);
    if (allowed) {
      const texture<T, 2> made(extent<2>(3, 5), bits);
      EXPECT_EQ(made.bits_per_scalar_element, bits);
      EXPECT_EQ(made.data_length, 3 * 5 * bits / 8 * static_cast<unsigned int>(channels));
    } else {
      EXPECT_THROW((texture<T, 2>(extent<2>(3, 5), bits)), unsupported_feature) << bits;
    }
  }
  for (const unsigned int bits : {0u, 1u, 7u, 12u, 24u, 40u, 128u}) {
    EXPECT_THROW((texture<T, 1>(extent<1>(3), bits)), runtime_exception) << bits;
  }
}

TYPED_TEST(TextureFormat, HasTheBitsOfTheTable) { expect_formats(TypeParam()); }

TEST(Texture, HasDefaultBits) {
  EXPECT_EQ((texture<int, 1>(3).bits_per_scalar_element), 32u);
  EXPECT_EQ((texture<uint_2, 1>(3).bits_per_scalar_element), 32u);
  EXPECT_EQ((texture<float_4, 1>(3).bits_per_scalar_element), 32u);
  EXPECT_EQ((texture<double, 1>(3).bits_per_scalar_element), 64u);
}

template <int N>
void expect_uninitialized(const texture<float, N>& made, const extent<N>& lengths,
                          unsigned int bits, const accelerator_view& place) {
  EXPECT_EQ(made.extent, lengths);
  EXPECT_EQ(made.get_extent(), lengths);
  EXPECT_EQ(made.bits_per_scalar_element, bits);
  EXPECT_EQ(made.get_bits_per_scalar_element(), bits);
  EXPECT_EQ(made.mipmap_levels, 1u);
  EXPECT_EQ(made.get_mipmap_levels(), 1u);
  EXPECT_EQ(made.data_length, lengths.size() * bits / 8);
  EXPECT_EQ(made.get_data_length(), made.data_length);
  EXPECT_TRUE(made.accelerator_view == place);
  EXPECT_TRUE(made.get_accelerator_view() == place);
  EXPECT_TRUE(made.associated_accelerator_view == place);
  EXPECT_TRUE(made.get_associated_accelerator_view() == place);
  EXPECT_EQ(made.data(), nullptr);
}

TEST(Texture, ConstructsUninitialized) {
  const extent<1> e1(7);
  const extent<2> e2(7, 6);
  const extent<3> e3(7, 6, 5);
  const accelerator_view other = accelerator().create_view();
  using texture1 = texture<float, 1>;
  using texture2 = texture<float, 2>;
  using texture3 = texture<float, 3>;
  expect_uninitialized(texture1(e1), e1, 32, default_view());
  expect_uninitialized(texture2(e2), e2, 32, default_view());
  expect_uninitialized(texture3(e3), e3, 32, default_view());
  expect_uninitialized(texture1(7), e1, 32, default_view());
  expect_uninitialized(texture2(7, 6), e2, 32, default_view());
  expect_uninitialized(texture3(7, 6, 5), e3, 32, default_view());
  expect_uninitialized(texture2(e2, other), e2, 32, other);
  expect_uninitialized(texture1(7, other), e1, 32, other);
  expect_uninitialized(texture2(7, 6, other), e2, 32, other);
  expect_uninitialized(texture3(7, 6, 5, other), e3, 32, other);
  expect_uninitialized(texture2(e2, 16), e2, 16, default_view());
  expect_uninitialized(texture1(7, 16), e1, 16, default_view());
  expect_uninitialized(texture2(7, 6, 16), e2, 16, default_view());
  expect_uninitialized(texture3(7, 6, 5, 16), e3, 16, default_view());
  expect_uninitialized(texture2(e2, 16, other), e2, 16, other);
  expect_uninitialized(texture1(7, 16u, other), e1, 16, other);
  expect_uninitialized(texture2(7, 6, 16u, other), e2, 16, other);
  expect_uninitialized(texture3(7, 6, 5, 16u, other), e3, 16, other);
}

TEST(Texture, RefusesEmptyExtents) {
  EXPECT_THROW((texture<int, 1>(0)), runtime_exception);
  EXPECT_THROW((texture<int, 2>(3, -1)), runtime_exception);
  EXPECT_THROW((texture<int, 3>(extent<3>(1, 2, 0))), runtime_exception);
}

TEST(Texture, HasMipmapLevels) {
  const texture<float, 2> some(extent<2>(12, 5), 32u, 3u);
  EXPECT_EQ(some.mipmap_levels, 3u);
  EXPECT_EQ(some.extent, extent<2>(12, 5));
  EXPECT_EQ(some.get_mipmap_extent(0), extent<2>(12, 5));
  EXPECT_EQ(some.get_mipmap_extent(1), extent<2>(6, 2));
  EXPECT_EQ(some.get_mipmap_extent(2), extent<2>(3, 1));
  EXPECT_THROW(some.get_mipmap_extent(3), runtime_exception);
  EXPECT_EQ(some.data_length, 4u * (12 * 5 + 6 * 2 + 3 * 1));

  const texture<unorm_4, 2> all(extent<2>(12, 5), 8u, 0u);
  EXPECT_EQ(all.mipmap_levels, 4u);
  EXPECT_EQ(all.get_mipmap_extent(3), extent<2>(1, 1));
  const texture<float, 3> cube(extent<3>(1, 2, 16), 16u, 5u, default_view());
  EXPECT_EQ(cube.get_mipmap_extent(4), extent<3>(1, 1, 1));
}

TEST(Texture, RefusesTooManyMipmapLevels) {
  EXPECT_THROW((texture<float, 2>(extent<2>(12, 5), 32u, 5u)), runtime_exception);
  EXPECT_THROW((texture<float, 1>(extent<1>(1), 32u, 2u)), runtime_exception);
}

TEST(Texture, IsNotOnTheCpu) {
  EXPECT_THROW((texture<float, 2>(8, 8, cpu())), unsupported_feature);
}

// --- 10.1.4, 10.1.14 -----------------------------------------------------------------------------

TEST(StagingTexture, IsAtOnePlaceForAnother) {
  const extent<2> e2(3, 5);
  for (const auto& staging : {texture<float, 2>(e2, cpu(), default_view()),
                              texture<float, 2>(3, 5, cpu(), default_view()),
                              texture<float, 2>(e2, 32u, cpu(), default_view()),
                              texture<float, 2>(3, 5, 32u, cpu(), default_view())}) {
    EXPECT_TRUE(staging.accelerator_view == cpu());
    EXPECT_TRUE(staging.associated_accelerator_view == default_view());
    EXPECT_NE(staging.data(), nullptr);
  }
  EXPECT_NE((texture<int, 1>(4, cpu(), default_view()).data()), nullptr);
  EXPECT_NE((texture<int, 1>(4, 8u, cpu(), default_view()).data()), nullptr);
  EXPECT_NE((texture<int, 3>(2, 3, 4, cpu(), default_view()).data()), nullptr);
  EXPECT_NE((texture<int, 3>(2, 3, 4, 16u, cpu(), default_view()).data()), nullptr);
  EXPECT_NE((texture<int, 1>(4, default_view(), cpu()).data()), nullptr);
}

TEST(StagingTexture, IsWalkedByItsPitches) {
  texture<unorm_2, 3> staging(2, 3, 5, 8u, cpu(), default_view());
  EXPECT_EQ(staging.row_pitch, staging.get_row_pitch());
  EXPECT_EQ(staging.depth_pitch, staging.get_depth_pitch());
  EXPECT_GE(staging.row_pitch, 5u * 2);
  EXPECT_GE(staging.depth_pitch, 3 * staging.row_pitch);
  auto* bytes = static_cast<unsigned char*>(staging.data());
  unsigned char value = 0;
  for (unsigned int slice = 0; slice < 2; ++slice) {
    for (unsigned int row = 0; row < 3; ++row) {
      for (unsigned int byte = 0; byte < 10; ++byte) {
        bytes[slice * staging.depth_pitch + row * staging.row_pitch + byte] = value++;
      }
    }
  }
  EXPECT_EQ(raw<unsigned char>(staging), counted<unsigned char>(60));
  const texture<unorm_2, 3>& constant = staging;
  EXPECT_EQ(constant.data(), bytes);
}

TEST(StagingTexture, CarriesDataToAKernelAndBack) {
  texture<float, 2> accelerated(4, 6);
  texture<float, 2> staging(4, 6, cpu(), default_view());
  for (int i = 0; i < 24; ++i) static_cast<float*>(staging.data())[i] = static_cast<float>(i);
  copy_async(staging, accelerated).wait();
  parallel_for_each(
      accelerated.extent, [&accelerated](index<2> i) restrict(amp) {
        accelerated.set(i, accelerated[i] * 2);
      });
  copy_async(accelerated, staging).wait();
  for (int i = 0; i < 24; ++i) {
    EXPECT_EQ(static_cast<float*>(staging.data())[i], static_cast<float>(2 * i));
  }
}

// --- 10.1.5 --------------------------------------------------------------------------------------

TEST(Texture, ConstructsFromRanges) {
  const std::vector<int> values = counted<int>(60);
  const std::list<int> list(values.begin(), values.end());
  const accelerator_view other = accelerator().create_view();
  const auto first = values.begin(), last = values.end();
  EXPECT_EQ(raw<int>(texture<int, 2>(extent<2>(6, 10), first, last)), values);
  EXPECT_EQ(raw<int>(texture<int, 1>(60, first, last)), values);
  EXPECT_EQ(raw<int>(texture<int, 2>(6, 10, first, last)), values);
  EXPECT_EQ(raw<int>(texture<int, 3>(3, 4, 5, list.begin(), list.end())), values);
  EXPECT_EQ(raw<int>(texture<int, 1>(60, values.data(), values.data() + 60)), values);
  EXPECT_EQ(raw<int>(texture<int, 2>(extent<2>(6, 10), first, last, other)), values);
  EXPECT_EQ(raw<int>(texture<int, 1>(60, first, last, other)), values);
  EXPECT_EQ(raw<int>(texture<int, 2>(6, 10, first, last, other)), values);
  EXPECT_EQ(raw<int>(texture<int, 3>(3, 4, 5, first, last, other)), values);
  EXPECT_EQ(raw<int>(texture<int, 2>(extent<2>(6, 10), first, last, cpu(), default_view())),
            values);
  EXPECT_EQ(raw<int>(texture<int, 1>(60, first, last, cpu(), default_view())), values);
  EXPECT_EQ(raw<int>(texture<int, 2>(6, 10, first, last, cpu(), default_view())), values);
  EXPECT_EQ(raw<int>(texture<int, 3>(3, 4, 5, first, last, cpu(), default_view())), values);

  const std::vector<float_3> vectors(60, float_3(1, 2, 3));
  EXPECT_EQ(read_all(texture<float_3, 1>(60, vectors.begin(), vectors.end())), vectors);
}

TEST(Texture, RefusesShortRanges) {
  const std::vector<int> values = counted<int>(59);
  EXPECT_THROW((texture<int, 2>(6, 10, values.begin(), values.end())), runtime_exception);
}

// --- 10.1.6 --------------------------------------------------------------------------------------

TEST(Texture, ConstructsFromMemory) {
  const auto bytes = counted<unsigned char>(120);
  const accelerator_view other = accelerator().create_view();
  const unsigned char* source = bytes.data();
  using texture1 = texture<uint_2, 1>;
  using texture2 = texture<uint_2, 2>;
  using texture3 = texture<uint_2, 3>;
  EXPECT_EQ(raw<unsigned char>(texture2(extent<2>(6, 10), source, 120, 8)), bytes);
  EXPECT_EQ(raw<unsigned char>(texture1(60, source, 120, 8)), bytes);
  EXPECT_EQ(raw<unsigned char>(texture2(6, 10, source, 120, 8)), bytes);
  EXPECT_EQ(raw<unsigned char>(texture3(3, 4, 5, source, 120, 8)), bytes);
  EXPECT_EQ(raw<unsigned char>(texture2(extent<2>(6, 10), source, 120, 8, other)), bytes);
  EXPECT_EQ(raw<unsigned char>(texture1(60, source, 120, 8, other)), bytes);
  EXPECT_EQ(raw<unsigned char>(texture2(6, 10, source, 120, 8, other)), bytes);
  EXPECT_EQ(raw<unsigned char>(texture3(3, 4, 5, source, 120, 8, other)), bytes);
  EXPECT_EQ(raw<unsigned char>(texture2(extent<2>(6, 10), source, 120, 8, cpu(), default_view())),
            bytes);
  EXPECT_EQ(raw<unsigned char>(texture1(60, source, 120, 8, cpu(), default_view())), bytes);
  EXPECT_EQ(raw<unsigned char>(texture2(6, 10, source, 120, 8, cpu(), default_view())), bytes);
  EXPECT_EQ(raw<unsigned char>(texture3(3, 4, 5, source, 120, 8, cpu(), default_view())), bytes);
}

TEST(Texture, RefusesTooLittleMemory) {
  const auto bytes = counted<unsigned char>(120);
  EXPECT_THROW((texture<uint_2, 2>(6, 10, bytes.data(), 119, 8)), runtime_exception);
  EXPECT_THROW((texture<uint_2, 2>(6, 10, bytes.data(), 120, 16)), runtime_exception);
  EXPECT_THROW((texture<uint_2, 2>(6, 10, bytes.data(), 120, 9)), runtime_exception);
  EXPECT_THROW((texture<float_2, 2>(6, 10, bytes.data(), 120, 8)), unsupported_feature);
}

// --- 10.1.7 to 10.1.10 ---------------------------------------------------------------------------

TEST(Texture, Clones) {
  const auto values = counted<int>(24);
  const accelerator_view other = accelerator().create_view();
  texture<int, 2> source(4, 6, values.begin(), values.end(), other);
  const texture_view<int, 2> view(source);
  const texture_view<const int, 2> constant_view(source);

  const texture<int, 2> copies[] = {texture<int, 2>(source), texture<int, 2>(view),
                                    texture<int, 2>(constant_view)};
  for (const texture<int, 2>& copy : copies) {
    EXPECT_EQ(raw<int>(copy), values);
    EXPECT_TRUE(copy.accelerator_view == other);
    EXPECT_EQ(copy.data(), nullptr);
  }
  const texture<int, 2> elsewhere[] = {texture<int, 2>(source, default_view()),
                                       texture<int, 2>(view, default_view()),
                                       texture<int, 2>(constant_view, default_view())};
  for (const texture<int, 2>& copy : elsewhere) {
    EXPECT_EQ(raw<int>(copy), values);
    EXPECT_TRUE(copy.accelerator_view == default_view());
  }
  const texture<int, 2> staging[] = {texture<int, 2>(source, cpu(), other),
                                     texture<int, 2>(view, cpu(), other),
                                     texture<int, 2>(constant_view, cpu(), other)};
  for (const texture<int, 2>& copy : staging) {
    EXPECT_EQ(raw<int>(copy), values);
    EXPECT_TRUE(copy.accelerator_view == cpu());
    EXPECT_TRUE(copy.associated_accelerator_view == other);
    EXPECT_NE(copy.data(), nullptr);
    EXPECT_NE((texture<int, 2>(copy).data()), nullptr);
  }

  parallel_for_each(
      extent<1>(1), [&source](index<1>) restrict(amp) { source.set(index<2>(0, 0), 99); });
  EXPECT_EQ(raw<int>(copies[0])[0], 0);
}

TEST(Texture, ClonesAllMipmapLevels) {
  const auto bytes = counted<unsigned char>(21);
  texture<unorm, 2> source(extent<2>(4, 4), 8u, 3u);
  copy(bytes.data(), 21, source);
  const texture<unorm, 2> clone(source);
  EXPECT_EQ(clone.mipmap_levels, 3u);
  EXPECT_EQ(clone.bits_per_scalar_element, 8u);
  EXPECT_EQ(raw<unsigned char>(clone), bytes);
}

TEST(Texture, Assigns) {
  const auto values = counted<int>(24);
  const texture<int, 2> source(extent<2>(4, 6), values.begin(), values.end());
  texture<int, 2> target(1, 1, 8u);
  EXPECT_EQ(&(target = source), &target);
  EXPECT_EQ(target.extent, extent<2>(4, 6));
  EXPECT_EQ(target.bits_per_scalar_element, 32u);
  EXPECT_EQ(raw<int>(target), values);
  const texture<int, 2>& itself = target;
  target = itself;
  EXPECT_EQ(raw<int>(target), values);
}

TEST(Texture, Moves) {
  const auto values = counted<int>(24);
  texture<int, 2> source(extent<2>(4, 6), values.begin(), values.end());
  texture<int, 2> moved(std::move(source));
  EXPECT_EQ(raw<int>(moved), values);
  texture<int, 2> target(1, 1);
  EXPECT_EQ(&(target = std::move(moved)), &target);
  EXPECT_EQ(target.extent, extent<2>(4, 6));
  EXPECT_EQ(raw<int>(target), values);
  moved = target;
  EXPECT_EQ(raw<int>(moved), values);
}

TEST(Texture, CopiesTo) {
  const auto values = counted<int>(24);
  const texture<int, 2> source(extent<2>(4, 6), values.begin(), values.end());
  texture<int, 2> target(4, 6);
  source.copy_to(target);
  EXPECT_EQ(raw<int>(target), values);
  texture<int, 2> viewed(4, 6);
  source.copy_to(writeonly_texture_view<int, 2>(viewed));
  EXPECT_EQ(raw<int>(viewed), values);

  texture<int, 2> of_other_extent(6, 4), of_other_bits(4, 6, 16u);
  texture<int, 2> of_more_levels(extent<2>(4, 6), 32u, 2u);
  EXPECT_THROW(source.copy_to(of_other_extent), runtime_exception);
  EXPECT_THROW(source.copy_to(of_other_bits), runtime_exception);
  EXPECT_THROW(source.copy_to(of_more_levels), runtime_exception);
  EXPECT_THROW(of_more_levels.copy_to(writeonly_texture_view<int, 2>(viewed)), runtime_exception);
}

// --- 10.1.15 -------------------------------------------------------------------------------------

TEST(TextureInKernels, IsReadByAllFormsOfAnIndex) {
  const auto values = counted<int>(24);
  const texture<int, 1> one(24, values.begin(), values.end());
  const texture<int, 2> two(4, 6, values.begin(), values.end());
  const texture<int, 3> three(2, 3, 4, values.begin(), values.end());
  array<int> sums(24);
  parallel_for_each(
      sums.extent, [&one, &two, &three, &sums ](index<1> i) restrict(amp) {
        const index<2> j(i[0] / 6, i[0] % 6);
        const index<3> k(i[0] / 12, i[0] / 4 % 3, i[0] % 4);
        sums[i] = one[i] + one[i[0]] + one(i) + one(i[0]) + one.get(i) +  //
                  two[j] + two(j) + two(j[0], j[1]) + two.get(j) +        //
                  three[k] + three(k) + three(k[0], k[1], k[2]) + three.get(k);
      });
  auto expected = values;
  for (int& value : expected) value *= 13;
  EXPECT_EQ(std::vector<int>(sums), expected);
}

TEST(TextureInKernels, ReturnsConstantValues) {
  using texture_type = texture<float_2, 2>;
  EXPECT_TRUE(
      (std::is_same<decltype(std::declval<texture_type&>()[index<2>()]), const float_2>::value));
  EXPECT_TRUE((std::is_same<decltype(std::declval<texture_type&>()(0, 0)), const float_2>::value));
}

template <class T>
class WritableTexture : public Test {};
using Writable = testing::Types<int, unsigned int, float>;
TYPED_TEST_SUITE(WritableTexture, Writable);

TYPED_TEST(WritableTexture, IsWrittenInKernels) {
  texture<TypeParam, 2> written(4, 6);
  parallel_for_each(
      written.extent, [&written](index<2> i) restrict(amp) {
        written.set(i, static_cast<TypeParam>(i[0] * 6 + i[1]));
      });
  EXPECT_EQ(read_all(written), counted<TypeParam>(24));
}

}  // namespace
