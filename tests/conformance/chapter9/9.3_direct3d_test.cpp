// Spec 9.3: the functions of concurrency::direct3d, which <amp.h> has.
#include <amp.h>
#include <gtest/gtest.h>

#include <cmath>
#include <limits>

namespace direct3d = concurrency::direct3d;

namespace {

constexpr int lowest = std::numeric_limits<int>::min();
constexpr int highest = std::numeric_limits<int>::max();
constexpr float nan = std::numeric_limits<float>::quiet_NaN();
constexpr float infinity = std::numeric_limits<float>::infinity();

TEST(Direct3d, Abs) {
  EXPECT_EQ(direct3d::abs(-7), 7);
  EXPECT_EQ(direct3d::abs(7), 7);
  EXPECT_EQ(direct3d::abs(0), 0);
  EXPECT_EQ(direct3d::abs(lowest), lowest);
}

TEST(Direct3d, Clamp) {
  EXPECT_EQ(direct3d::clamp(5, 1, 3), 3);
  EXPECT_EQ(direct3d::clamp(-5, 1, 3), 1);
  EXPECT_EQ(direct3d::clamp(2, 1, 3), 2);
  EXPECT_EQ(direct3d::clamp(0.25f, 0.5f, 1.0f), 0.5f);
  EXPECT_EQ(direct3d::clamp(infinity, 0.5f, 1.0f), 1.0f);
  EXPECT_EQ(direct3d::clamp(0.75f, 0.5f, 1.0f), 0.75f);
}

TEST(Direct3d, Bits) {
  EXPECT_EQ(direct3d::countbits(0u), 0u);
  EXPECT_EQ(direct3d::countbits(0xffffffffu), 32u);
  EXPECT_EQ(direct3d::countbits(0x80000101u), 3u);
  EXPECT_EQ(direct3d::firstbithigh(1), 0);
  EXPECT_EQ(direct3d::firstbithigh(0x00f0), 7);
  EXPECT_EQ(direct3d::firstbithigh(-1), 31);
  EXPECT_EQ(direct3d::firstbitlow(1), 0);
  EXPECT_EQ(direct3d::firstbitlow(0x00f0), 4);
  EXPECT_EQ(direct3d::firstbitlow(lowest), 31);
  // No bit is set: Direct3D's answer.
  EXPECT_EQ(direct3d::firstbithigh(0), -1);
  EXPECT_EQ(direct3d::firstbitlow(0), -1);
  EXPECT_EQ(direct3d::reversebits(1u), 0x80000000u);
  EXPECT_EQ(direct3d::reversebits(0x12345678u), 0x1e6a2c48u);
  EXPECT_EQ(direct3d::reversebits(direct3d::reversebits(0xdeadbeefu)), 0xdeadbeefu);
}

TEST(Direct3d, MinimaAndMaxima) {
  EXPECT_EQ(direct3d::imax(-1, 1), 1);
  EXPECT_EQ(direct3d::imin(-1, 1), -1);
  EXPECT_EQ(direct3d::umax(0xffffffffu, 1u), 0xffffffffu);
  EXPECT_EQ(direct3d::umin(0xffffffffu, 1u), 1u);
}

TEST(Direct3d, Mad) {
  EXPECT_EQ(direct3d::mad(2.0f, 3.0f, 0.5f), 6.5f);
  EXPECT_EQ(direct3d::mad(0x1p40, 2.0, 0x1p-8), 0x1p41 + 0x1p-8);
  EXPECT_EQ(direct3d::mad(-2, 3, 1), -5);
  EXPECT_EQ(direct3d::mad(highest, 2, 3), 1);
  EXPECT_EQ(direct3d::mad(0x80000000u, 2u, 3u), 3u);
}

TEST(Direct3d, Noise) {
  float lowest_noise = 1, highest_noise = -1, largest_step = 0;
  for (int i = -200000; i < 200000; ++i) {
    const float x = static_cast<float>(i) / 1000;
    const float value = direct3d::noise(x);
    ASSERT_GE(value, -1.0f);
    ASSERT_LE(value, 1.0f);
    ASSERT_EQ(value, direct3d::noise(x));
    lowest_noise = std::fmin(lowest_noise, value);
    highest_noise = std::fmax(highest_noise, value);
    largest_step = std::fmax(largest_step, std::fabs(value - direct3d::noise(x + 0.001f)));
  }
  // It is noise, and smooth.
  EXPECT_LT(lowest_noise, -0.25f);
  EXPECT_GT(highest_noise, 0.25f);
  EXPECT_LT(largest_step, 0.005f);
  for (const float integer : {-3.0f, -0.0f, 0.0f, 1.0f, 1e6f}) {
    EXPECT_EQ(direct3d::noise(integer), 0.0f);
  }
  EXPECT_NE(direct3d::noise(0.5f), direct3d::noise(1.5f));
}

TEST(Direct3d, Radians) {
  EXPECT_FLOAT_EQ(direct3d::radians(180.0f), 3.14159265f);
  EXPECT_FLOAT_EQ(direct3d::radians(-45.0f), -0.785398163f);
}

TEST(Direct3d, Rcp) {
  EXPECT_FLOAT_EQ(direct3d::rcp(4.0f), 0.25f);
  EXPECT_EQ(direct3d::rcp(0.0f), infinity);
}

TEST(Direct3d, Saturate) {
  EXPECT_EQ(direct3d::saturate(-0.5f), 0.0f);
  EXPECT_EQ(direct3d::saturate(0.5f), 0.5f);
  EXPECT_EQ(direct3d::saturate(1.5f), 1.0f);
  EXPECT_EQ(direct3d::saturate(infinity), 1.0f);
  EXPECT_EQ(direct3d::saturate(nan), 0.0f);
}

TEST(Direct3d, Sign) {
  EXPECT_EQ(direct3d::sign(-7), -1);
  EXPECT_EQ(direct3d::sign(0), 0);
  EXPECT_EQ(direct3d::sign(7), 1);
  EXPECT_EQ(direct3d::sign(lowest), -1);
}

TEST(Direct3d, Smoothstep) {
  EXPECT_EQ(direct3d::smoothstep(2.0f, 4.0f, 1.0f), 0.0f);
  EXPECT_EQ(direct3d::smoothstep(2.0f, 4.0f, 2.5f), 0.15625f);
  EXPECT_EQ(direct3d::smoothstep(2.0f, 4.0f, 3.0f), 0.5f);
  EXPECT_EQ(direct3d::smoothstep(2.0f, 4.0f, 5.0f), 1.0f);
}

TEST(Direct3d, Step) {
  EXPECT_EQ(direct3d::step(1.0f, 0.5f), 0.0f);
  EXPECT_EQ(direct3d::step(1.0f, 1.0f), 1.0f);
  EXPECT_EQ(direct3d::step(1.0f, 2.0f), 1.0f);
}

namespace unqualified {
using namespace std;
using namespace concurrency::direct3d;
TEST(Direct3d, IsNotAmbiguousWithTheStandardLibrary) {
  EXPECT_EQ(abs(-7), 7);
  EXPECT_EQ(clamp(5, 1, 3), 3);
  EXPECT_EQ(clamp(0.75f, 0.5f, 1.0f), 0.75f);
}
}  // namespace unqualified

}  // namespace
