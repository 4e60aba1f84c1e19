// Spec 10.1.6: textures made from the bytes of a buffer, whatever the type of the pointer to it.
#include <amp.h>
#include <amp_graphics.h>
#include <gtest/gtest.h>

#include <vector>

using concurrency::direct3d::msad4;  // spec 9.3: of <amp.h>

namespace {

using namespace concurrency;
using namespace concurrency::graphics;

static_assert(__cplusplus < 202002L, "this is a test of C++17");

template <class Pointer>
class RawSource : public testing::Test {
 protected:
  template <class... Where>
  static void expect_copied(Where... where) {
    std::vector<unsigned int> source{1, 2, 3, 4, 5, 6};
    const auto pointer = static_cast<Pointer>(source.data());
    const texture<unsigned int, 1> row(6, pointer, 24u, 32u, where...);
    const texture<unsigned int, 2> plane(extent<2>(2, 3), pointer, 24u, 32u, where...);
    const texture<unsigned int, 3> field(1, 2, 3, pointer, 24u, 32u, where...);
    std::vector<unsigned int> copied(6);
    copy(row, copied.data(), 24u);
    EXPECT_EQ(copied, source);
    copy(plane, copied.begin());
    EXPECT_EQ(copied, source);
    copy(field, copied.begin());
    EXPECT_EQ(copied, source);
  }
};

using Pointers = testing::Types<void*, const void*, unsigned int*, const unsigned int*>;
TYPED_TEST_SUITE(RawSource, Pointers, );

TYPED_TEST(RawSource, IsCopied) {
  this->expect_copied();
  this->expect_copied(accelerator().default_view);
}

TYPED_TEST(RawSource, OfTheWrongSizeIsRefused) {
  const std::vector<unsigned int> source(6);
  const auto pointer = static_cast<const void*>(source.data());
  EXPECT_THROW((texture<unsigned int, 1>(6, pointer, 20u, 32u)), runtime_exception);
}

TEST(Msad4, IsDeclaredBesideTheOtherIntrinsics) {
  array<uint_4> sums(1);
  parallel_for_each(
      sums.extent, [&](index<1> i) restrict(amp) {
        sums[i] = msad4(0x04030201u, uint_2(0x04030201u, 0x08070605u), uint_4(0));
      });
  EXPECT_EQ(std::vector<uint_4>(sums)[0], uint_4(0, 4, 8, 12));
}

}  // namespace
