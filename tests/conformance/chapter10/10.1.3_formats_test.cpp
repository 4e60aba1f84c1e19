// Spec 10.1.3: what is stored in a texture's format, and what is read from it, by Direct3D's rules.
#include "conformance/chapter10/textures.h"

#include <cmath>
#include <cstdint>
#include <limits>

namespace {

using namespace concurrency;
using namespace concurrency::graphics;
using milliamp::tests::raw;
using milliamp::tests::read_all;

/// What a texture of bits per scalar element holds after a kernel has written values to it.
template <class Stored, class T>
std::vector<Stored> stored(const std::vector<T>& values) {
  texture<T, 1> written(static_cast<int>(values.size()), unsigned{8 * sizeof(Stored)});
  const texture_view<T, 1> view(written);
  const array_view<const T> in(values);
  parallel_for_each(
      view.extent, [=](index<1> i) restrict(amp) { view.set(i, in[i]); });
  return raw<Stored>(written);
}

/// What a kernel reads from a texture that holds values.
template <class T, class Stored>
std::vector<T> loaded(const std::vector<Stored>& values) {
  return read_all(texture<T, 1>(static_cast<int>(values.size()), values.data(),
                                static_cast<unsigned int>(values.size() * sizeof(Stored)),
                                8 * sizeof(Stored)));
}

template <class T>
std::vector<T> from_floats(const std::vector<float>& values) {
  return std::vector<T>(values.begin(), values.end());
}

constexpr float nan = std::numeric_limits<float>::quiet_NaN();
constexpr float infinity = std::numeric_limits<float>::infinity();

TEST(Formats, UnormOf8Bits) {
  EXPECT_EQ((stored<std::uint8_t>(from_floats<unorm>({0, 1, 0.5f, 0.25f, 0.0019f, 0.002f}))),
            (std::vector<std::uint8_t>{0, 255, 128, 64, 0, 1}));
  std::vector<std::uint8_t> all(256);
  std::vector<unorm> expected(256);
  for (int i = 0; i < 256; ++i) {
    all[static_cast<std::size_t>(i)] = static_cast<std::uint8_t>(i);
    expected[static_cast<std::size_t>(i)] = unorm(static_cast<float>(i) / 255.0f);
  }
  EXPECT_EQ(loaded<unorm>(all), expected);
  // What is read is written back as it was.
  EXPECT_EQ(stored<std::uint8_t>(expected), all);
}

TEST(Formats, UnormOf16Bits) {
  EXPECT_EQ((stored<std::uint16_t>(from_floats<unorm>({0, 1, 0.5f, 0.25f}))),
            (std::vector<std::uint16_t>{0, 65535, 32768, 16384}));
  EXPECT_EQ((loaded<unorm>(std::vector<std::uint16_t>{0, 1, 65534, 65535})),
            from_floats<unorm>({0, 1 / 65535.0f, 65534 / 65535.0f, 1}));
}

TEST(Formats, NormOf8Bits) {
  EXPECT_EQ((stored<std::int8_t>(from_floats<norm>({0, 1, -1, 0.5f, -0.5f, 0.003f, -0.004f}))),
            (std::vector<std::int8_t>{0, 127, -127, 64, -64, 0, -1}));
  // The lowest value is also -1.
  EXPECT_EQ((loaded<norm>(std::vector<std::int8_t>{0, 127, -127, -128, 1, -64})),
            from_floats<norm>({0, 1, -1, -1, 1 / 127.0f, -64 / 127.0f}));
}

TEST(Formats, NormOf16Bits) {
  EXPECT_EQ((stored<std::int16_t>(from_floats<norm>({0, 1, -1, 0.5f, -0.5f}))),
            (std::vector<std::int16_t>{0, 32767, -32767, 16384, -16384}));
  EXPECT_EQ((loaded<norm>(std::vector<std::int16_t>{0, 32767, -32767, -32768, -1})),
            from_floats<norm>({0, 1, -1, -1, -1 / 32767.0f}));
}

TEST(Formats, IntegersAreClamped) {
  const std::vector<int> values = {0, -1, 127, 128, -128, -129, 40000, -40000};
  EXPECT_EQ(stored<std::int8_t>(values),
            (std::vector<std::int8_t>{0, -1, 127, 127, -128, -128, 127, -128}));
  EXPECT_EQ(stored<std::int16_t>(values),
            (std::vector<std::int16_t>{0, -1, 127, 128, -128, -129, 32767, -32768}));
  EXPECT_EQ(stored<std::int32_t>(values), values);
  const std::vector<unsigned int> naturals = {0, 255, 256, 65535, 65536, 4294967295u};
  EXPECT_EQ(stored<std::uint8_t>(naturals),
            (std::vector<std::uint8_t>{0, 255, 255, 255, 255, 255}));
  EXPECT_EQ(stored<std::uint16_t>(naturals),
            (std::vector<std::uint16_t>{0, 255, 256, 65535, 65535, 65535}));
  EXPECT_EQ(stored<std::uint32_t>(naturals), naturals);
}

TEST(Formats, IntegersAreExtended) {
  EXPECT_EQ((loaded<int>(std::vector<std::int8_t>{0, 127, -1, -128})),
            (std::vector<int>{0, 127, -1, -128}));
  EXPECT_EQ((loaded<int>(std::vector<std::int16_t>{32767, -1, -32768})),
            (std::vector<int>{32767, -1, -32768}));
  EXPECT_EQ((loaded<unsigned int>(std::vector<std::uint8_t>{0, 127, 255})),
            (std::vector<unsigned int>{0, 127, 255}));
  EXPECT_EQ((loaded<unsigned int>(std::vector<std::uint16_t>{65535})),
            (std::vector<unsigned int>{65535}));
}

TEST(Formats, FloatsOf16BitsRoundTowardsZero) {
  EXPECT_EQ((stored<std::uint16_t>(std::vector<float>{
                0, -0.0f, 1, -2, 0.333333343f, -0.333333343f, 1.0009765f, 65504, 65535, 1e9f, -1e9f,
                infinity, -infinity, 6.103515625e-05f, 6.0975552e-05f, 5.9604645e-08f, 5.9e-08f})),
            (std::vector<std::uint16_t>{0x0000, 0x8000, 0x3c00, 0xc000, 0x3555, 0xb555, 0x3c00,
                                        0x7bff, 0x7bff, 0x7bff, 0xfbff, 0x7c00, 0xfc00, 0x0400,
                                        0x03ff, 0x0001, 0x0000}));
  const std::uint16_t stored_nan = stored<std::uint16_t>(std::vector<float>{nan})[0];
  EXPECT_EQ(stored_nan & 0x7c00, 0x7c00);
  EXPECT_NE(stored_nan & 0x03ff, 0);
}

TEST(Formats, FloatsOf16BitsAreExact) {
  EXPECT_EQ(
      (loaded<float>(std::vector<std::uint16_t>{0x0000, 0x3c00, 0xc000, 0x3555, 0x7bff, 0x7c00,
                                                0xfc00, 0x0400, 0x03ff, 0x0001, 0x8001})),
      (std::vector<float>{0, 1, -2, 0x1.554p-2f, 65504, infinity, -infinity, 0x1p-14f, 0x3ffp-24f,
                          0x1p-24f, -0x1p-24f}));
  const std::vector<float> others = loaded<float>(std::vector<std::uint16_t>{0x8000, 0x7e01});
  EXPECT_TRUE(std::signbit(others[0]));
  EXPECT_TRUE(std::isnan(others[1]));
}

TEST(Formats, OtherFloatsAreAsTheyAre) {
  const std::vector<float> floats = {0.1f, -infinity, 1e-42f};
  EXPECT_EQ(stored<float>(floats), floats);
  const std::vector<double> doubles = {0.1, 1e300};
  EXPECT_EQ(stored<double>(doubles), doubles);
  EXPECT_EQ(loaded<double>(doubles), doubles);
}

TEST(Formats, ComponentsAreAdjacent) {
  EXPECT_EQ((stored<std::uint8_t>(std::vector<unorm_4>{unorm_4(0.0f, 0.2f, 0.4f, 1.0f)})).size(),
            4u);
  const std::uint8_t bytes[] = {0, 51, 102, 255, 1, 2, 3, 4};
  const texture<unorm_4, 1> pixels(2, bytes, 8, 8);
  EXPECT_EQ(read_all(pixels)[0], unorm_4(0.0f, 0.2f, 0.4f, 1.0f));
  const texture<uint_2, 1> pairs(4, bytes, 8, 8);
  EXPECT_EQ(read_all(pairs), (std::vector<uint_2>{{0, 51}, {102, 255}, {1, 2}, {3, 4}}));
  const std::int16_t shorts[] = {-1, 2, -3, 4};
  EXPECT_EQ(read_all(texture<int_4, 1>(1, shorts, 8, 16))[0], int_4(-1, 2, -3, 4));
}

}  // namespace
