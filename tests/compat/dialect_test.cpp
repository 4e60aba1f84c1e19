// Extensions of Microsoft's that Clang compiles with the flags of milliamp::compat, beside the
// library.
#include <amp.h>
#include <amp_graphics.h>
#include <amp_math.h>
#include <amp_short_vectors.h>
#include <gtest/gtest.h>

#include <string>
#include <vector>

#ifndef __STDC__
#error "glibc before 2.36 needs it, which Clang omits with -fms-compatibility"
#endif

namespace {

using namespace concurrency;

class celsius {
 public:
  int get_degrees() const restrict(cpu, amp) { return degrees_; }
  void set_degrees(int degrees) restrict(cpu, amp) { degrees_ = degrees; }
  __declspec(property(get = get_degrees, put = set_degrees)) int degrees;

 private:
  int degrees_ = 0;
};

TEST(DeclspecProperty, IsForHostAndKernels) {
  celsius outside;
  outside.degrees = 20;
  EXPECT_EQ(outside.degrees, 20);
  std::vector<int> numbers(4);
  {
    const array_view<int> view(4, numbers);
    parallel_for_each(
        view.extent, [=](index<1> i) restrict(amp) {
          celsius inside;
          inside.degrees = outside.degrees + i[0];
          view[i] = inside.degrees;
        });
  }
  EXPECT_EQ(numbers[3], 23);
}

TEST(Properties, OfTheLibraryAreRead) {
  const accelerator chosen;
  const std::wstring description = chosen.description;
  EXPECT_EQ(description, chosen.get_description());
  EXPECT_EQ(chosen.default_view.version, chosen.version);
  EXPECT_EQ(chosen.supports_double_precision, chosen.get_supports_double_precision());
  array<float, 2> matrix(2, 3);
  EXPECT_EQ(matrix.extent[1], 3);
  EXPECT_EQ(matrix.accelerator_view.accelerator, chosen);
  EXPECT_EQ(matrix.accelerator_view.queuing_mode, queuing_mode_automatic);
  const tiled_extent<2, 3> tiles = matrix.extent.tile<2, 3>();
  EXPECT_EQ(tiles.tile_extent[0], 2);
  graphics::float_2 pair(1, 2);
  pair.x = pair.y;
  EXPECT_EQ(pair.r, 2);
}

class __declspec(novtable) shape {
 public:
  virtual ~shape() = default;
};

template <class T>
int call_what_is_declared_later(T value) {
  return declared_later(value);
}
struct number {};
int declared_later(number) { return 3; }

TEST(Templates, AreParsedWhenInstantiated) {
  EXPECT_EQ(call_what_is_declared_later(number()), 3);
  __int64 large = 1;
  EXPECT_EQ(sizeof(large), 8u);
}

}  // namespace
