// Spec 9.3: msad4, which works on short vectors.
#include <amp_short_vectors.h>
#include <gtest/gtest.h>

using concurrency::direct3d::msad4;
using concurrency::graphics::uint_2;
using concurrency::graphics::uint_4;

namespace {

TEST(Msad4, SumsAbsoluteDifferencesOfFourAlignments) {
  // The bytes of source are 1, 2, 3, …, 8, those of reference 1, 2, 3, 4.
  EXPECT_EQ(msad4(0x04030201u, uint_2(0x04030201u, 0x08070605u), uint_4(0)), uint_4(0, 4, 8, 12));
  EXPECT_EQ(msad4(0x01010101u, uint_2(0, 0xffffffffu), uint_4(0)), uint_4(4, 257, 510, 763));
}

TEST(Msad4, AddsToTheAccumulator) {
  EXPECT_EQ(msad4(0x04030201u, uint_2(0x04030201u, 0x08070605u), uint_4(1, 2, 3, 4)),
            uint_4(1, 6, 11, 16));
}

TEST(Msad4, LeavesOutBytesOfTheReferenceThatAreZero) {
  EXPECT_EQ(msad4(0x00030001u, uint_2(0xff03ff01u, 0xff07ff05u), uint_4(0)),
            uint_4(0, 0xfe + 0xfc, 2 + 4 - 2 + 0, 0xfe + 0xfc));
}

}  // namespace
