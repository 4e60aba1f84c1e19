// Spec 10.6: copy and copy_async between textures, views, memory and iterators.
#include "conformance/chapter10/textures.h"
#include "conformance/gated_iterator.h"

#include <algorithm>
#include <chrono>
#include <functional>
#include <future>
#include <iterator>
#include <list>
#include <sstream>
#include <string>
#include <thread>
#include <utility>

namespace {

using namespace concurrency;
using namespace concurrency::graphics;
using milliamp::tests::counted;
using milliamp::tests::gated_iterator;
using milliamp::tests::raw;
using milliamp::tests::thrown;

using byte = unsigned char;

// One texture, and the ways to look at it.
class TextureCopy : public testing::Test {
 protected:
  TextureCopy() { copy(bytes_.data(), 48, texture_); }

  const std::vector<byte> bytes_ = counted<byte>(48);
  texture<uint_2, 2> texture_{4, 6, 8u};
  const texture_view<uint_2, 2> view_{texture_};
  const texture_view<const uint_2, 2> constant_view_{texture_};
  const writeonly_texture_view<uint_2, 2> writeonly_view_{texture_};
};

TEST_F(TextureCopy, ToMemory) {
  for (const auto& copy_to : std::vector<std::function<void(void*)>>{
           [&](void* to) { copy(texture_, to, 48); }, [&](void* to) { copy(view_, to, 48); },
           [&](void* to) { copy(constant_view_, to, 48); },
           [&](void* to) { copy_async(texture_, to, 48).get(); },
           [&](void* to) { copy_async(view_, to, 48).get(); },
           [&](void* to) { copy_async(constant_view_, to, 48).get(); }}) {
    std::vector<byte> memory(48);
    copy_to(memory.data());
    EXPECT_EQ(memory, bytes_);
  }
}

TEST_F(TextureCopy, OfASectionToMemory) {
  const index<2> origin(1, 2);
  const extent<2> part(2, 3);
  const std::vector<byte> expected = {16, 17, 18, 19, 20, 21, 28, 29, 30, 31, 32, 33};
  for (const auto& copy_to : std::vector<std::function<void(void*)>>{
           [&](void* to) { copy(texture_, origin, part, to, 12); },
           [&](void* to) { copy(constant_view_, origin, part, to, 12); },
           [&](void* to) { copy_async(texture_, origin, part, to, 12).get(); },
           [&](void* to) { copy_async(view_, origin, part, to, 12).get(); }}) {
    std::vector<byte> memory(12);
    copy_to(memory.data());
    EXPECT_EQ(memory, expected);
  }
}

TEST_F(TextureCopy, FromMemory) {
  const auto others = counted<byte>(48, 100);
  const byte* from = others.data();
  for (const auto& copy_from : std::vector<std::function<void()>>{
           [&] { copy(from, 48, texture_); }, [&] { copy(from, 48, view_); },
           [&] { copy(from, 48, writeonly_view_); }, [&] { copy_async(from, 48, texture_).get(); },
           [&] { copy_async(from, 48, view_).get(); },
           [&] { copy_async(from, 48, writeonly_view_).get(); }}) {
    copy(bytes_.data(), 48, texture_);
    copy_from();
    EXPECT_EQ(raw<byte>(texture_), others);
  }
}

TEST_F(TextureCopy, FromMemoryToASection) {
  const index<2> origin(2, 4);
  const extent<2> part(2, 2);
  const std::vector<byte> others = {100, 101, 102, 103, 104, 105, 106, 107};
  std::vector<byte> expected = bytes_;
  std::copy(others.begin(), others.begin() + 4, expected.begin() + 32);
  std::copy(others.begin() + 4, others.end(), expected.begin() + 44);
  for (const auto& copy_from : std::vector<std::function<void()>>{
           [&] { copy(others.data(), 8, texture_, origin, part); },
           [&] { copy(others.data(), 8, view_, origin, part); },
           [&] { copy_async(others.data(), 8, texture_, origin, part).get(); },
           [&] { copy_async(others.data(), 8, writeonly_view_, origin, part).get(); }}) {
    copy(bytes_.data(), 48, texture_);
    copy_from();
    EXPECT_EQ(raw<byte>(texture_), expected);
  }
}

TEST_F(TextureCopy, RefusesMemoryThatIsTooSmall) {
  std::vector<byte> memory(48);
  EXPECT_THROW(copy(texture_, memory.data(), 47), runtime_exception);
  EXPECT_THROW(copy_async(texture_, memory.data(), 47), runtime_exception);
  EXPECT_THROW(copy(memory.data(), 47, texture_), runtime_exception);
  EXPECT_THROW(copy(texture_, index<2>(), extent<2>(2, 2), memory.data(), 7), runtime_exception);
  EXPECT_THROW(copy(memory.data(), 7, texture_, index<2>(), extent<2>(2, 2)), runtime_exception);
}

TEST_F(TextureCopy, RefusesSectionsThatAreNotWithin) {
  std::vector<byte> memory(100);
  EXPECT_THROW(copy(texture_, index<2>(3, 0), extent<2>(2, 1), memory.data(), 100),
               runtime_exception);
  EXPECT_THROW(copy(texture_, index<2>(0, -1), extent<2>(2, 1), memory.data(), 100),
               runtime_exception);
  EXPECT_THROW(copy(memory.data(), 100, texture_, index<2>(0, 0), extent<2>(1, 7)),
               runtime_exception);
  EXPECT_THROW(copy(memory.data(), 100, texture_, index<2>(0, 0), extent<2>(0, 1)),
               runtime_exception);
}

// --- Iterators -----------------------------------------------------------------------------------

class IteratorCopy : public testing::Test {
 protected:
  const std::vector<int_2> values_ = counted<int_2>(24);
  texture<int_2, 2> texture_{4, 6};
  const texture_view<int_2, 2> view_{texture_};
  const writeonly_texture_view<int_2, 2> writeonly_view_{texture_};
};

TEST_F(IteratorCopy, FromRanges) {
  const std::list<int_2> list(values_.begin(), values_.end());
  for (const auto& copy_from : std::vector<std::function<void()>>{
           [&] { copy(values_.begin(), values_.end(), texture_); },
           [&] { copy(list.begin(), list.end(), texture_); },
           [&] { copy(values_.begin(), values_.end(), view_); },
           [&] { copy(values_.begin(), values_.end(), writeonly_view_); },
           [&] { copy_async(list.begin(), list.end(), texture_).get(); },
           [&] { copy_async(values_.begin(), values_.end(), view_).get(); },
           [&] { copy_async(values_.begin(), values_.end(), writeonly_view_).get(); }}) {
    copy(std::vector<int_2>(24).data(), 192, texture_);
    copy_from();
    EXPECT_EQ(raw<int_2>(texture_), values_);
  }
}

TEST_F(IteratorCopy, FromRangesToSections) {
  const std::vector<int_2> others = counted<int_2>(4, 100);
  const index<2> origin(1, 1);
  const extent<2> part(2, 2);
  std::vector<int_2> expected = values_;
  expected[7] = 100;
  expected[8] = 101;
  expected[13] = 102;
  expected[14] = 103;
  for (const auto& copy_from : std::vector<std::function<void()>>{
           [&] { copy(others.begin(), others.end(), texture_, origin, part); },
           [&] { copy(others.begin(), others.end(), view_, origin, part); },
           [&] { copy_async(others.begin(), others.end(), texture_, origin, part).get(); }}) {
    copy(values_.begin(), values_.end(), texture_);
    copy_from();
    EXPECT_EQ(raw<int_2>(texture_), expected);
  }
}

TEST_F(IteratorCopy, ToIterators) {
  copy(values_.begin(), values_.end(), texture_);
  std::vector<int_2> out(24);
  copy(texture_, out.begin());
  EXPECT_EQ(out, values_);
  std::vector<int_2> appended;
  copy(view_, std::back_inserter(appended));
  EXPECT_EQ(appended, values_);
  std::list<int_2> list(24);
  copy_async(texture_view<const int_2, 2>(texture_), list.begin()).get();
  EXPECT_TRUE(std::equal(values_.begin(), values_.end(), list.begin()));
}

TEST_F(IteratorCopy, OfSectionsToIterators) {
  copy(values_.begin(), values_.end(), texture_);
  const std::vector<int_2> expected = {7, 8, 13, 14};
  std::vector<int_2> out(4);
  copy(texture_, index<2>(1, 1), extent<2>(2, 2), out.begin());
  EXPECT_EQ(out, expected);
  std::vector<int_2> other(4);
  copy_async(view_, index<2>(1, 1), extent<2>(2, 2), other.begin()).get();
  EXPECT_EQ(other, expected);
}

TEST_F(IteratorCopy, RefusesShortRanges) {
  EXPECT_THROW(copy(values_.begin(), values_.end() - 1, texture_), runtime_exception);
  EXPECT_THROW(copy(values_.begin(), values_.begin() + 3, texture_, index<2>(), extent<2>(2, 2)),
               runtime_exception);
}

TEST_F(IteratorCopy, IsForTexelsAsTheyAreInPrograms) {
  texture<int_2, 2> of_16_bits(4, 6, 16u);
  std::vector<int_2> out(24);
  EXPECT_THROW(copy(values_.begin(), values_.end(), of_16_bits), runtime_exception);
  EXPECT_THROW(copy(of_16_bits, out.begin()), runtime_exception);
}

namespace with_std {
using namespace std;
// std::copy is a worse match.
TEST_F(IteratorCopy, IsNotAmbiguousWithTheStandardLibrary) {
  copy(values_.begin(), values_.end(), texture_);
  copy(values_.begin(), values_.end(), view_);
  EXPECT_EQ(raw<int_2>(texture_), values_);
}
}  // namespace with_std

// --- Textures ------------------------------------------------------------------------------------

TEST_F(TextureCopy, BetweenTextures) {
  texture<uint_2, 2> other(4, 6, 8u);
  const texture_view<uint_2, 2> other_view(other);
  const writeonly_texture_view<uint_2, 2> other_writeonly_view(other);
  for (const auto& copy_to_other : std::vector<std::function<void()>>{
           [&] { copy(texture_, other); }, [&] { copy(view_, other); },
           [&] { copy(constant_view_, other); }, [&] { copy(texture_, other_view); },
           [&] { copy(texture_, other_writeonly_view); },
           [&] { copy_async(texture_, other).get(); },
           [&] { copy_async(constant_view_, other_view).get(); }}) {
    copy(std::vector<byte>(48).data(), 48, other);
    copy_to_other();
    EXPECT_EQ(raw<byte>(other), bytes_);
  }
}

TEST_F(TextureCopy, ReadsInputIteratorsNoFurther) {
  std::istringstream text("1 2 3 4 five");
  texture<int, 1> numbers(4);
  copy(std::istream_iterator<int>(text), std::istream_iterator<int>(), numbers);
  EXPECT_EQ(raw<int>(numbers), (std::vector<int>{1, 2, 3, 4}));
  std::string next;
  text >> next;
  EXPECT_EQ(next, "five");
}

TEST_F(TextureCopy, BetweenPlaces) {
  texture<uint_2, 2> other(4, 6, 8u, accelerator(accelerator::direct3d_warp).create_view());
  copy(texture_, other);
  EXPECT_EQ(raw<byte>(other), bytes_);
}

// A copy is a command on the accelerator views of both textures.
TEST_F(TextureCopy, IsWaitedForOnBothAcceleratorViews) {
  const accelerator_view place = accelerator(accelerator::direct3d_warp).create_view();
  texture<uint_2, 2> other(4, 6, 8u, place);
  array<int> number(1, accelerator(accelerator::direct3d_ref).create_view());
  // Copies run one after another, so the next one waits for this.
  std::promise<void> gate;
  copy_async(gated_iterator{gate.get_future().share()}, number);
  const completion_future copied = copy_async(texture_, other);
  std::thread opening([&] {
    std::this_thread::sleep_for(std::chrono::milliseconds(100));
    gate.set_value();
  });
  place.wait();
  EXPECT_EQ(copied.wait_for(std::chrono::seconds(0)), std::future_status::ready);
  opening.join();
  EXPECT_EQ(raw<byte>(other), bytes_);
}

TEST_F(TextureCopy, BetweenSections) {
  texture<uint_2, 2> other(3, 3, 8u);
  std::vector<byte> expected(18);
  const byte part[] = {16, 17, 18, 19, 28, 29, 30, 31};
  std::copy(part, part + 4, expected.begin() + 8);
  std::copy(part + 4, part + 8, expected.begin() + 14);
  for (const auto& copy_to_other : std::vector<std::function<void()>>{
           [&] { copy(texture_, index<2>(1, 2), other, index<2>(1, 1), extent<2>(2, 2)); },
           [&] {
             copy(constant_view_, index<2>(1, 2), texture_view<uint_2, 2>(other), index<2>(1, 1),
                  extent<2>(2, 2));
           },
           [&] {
             copy_async(texture_, index<2>(1, 2), other, index<2>(1, 1), extent<2>(2, 2)).get();
           }}) {
    copy(std::vector<byte>(18).data(), 18, other);
    copy_to_other();
    EXPECT_EQ(raw<byte>(other), expected);
  }
}

TEST_F(TextureCopy, RefusesDifferentTextures) {
  texture<uint_2, 2> of_other_extent(6, 4, 8u), of_other_bits(4, 6, 16u);
  texture<uint_2, 2> of_more_levels(extent<2>(4, 6), 8u, 2u);
  EXPECT_THROW(copy(texture_, of_other_extent), runtime_exception);
  EXPECT_THROW(copy(texture_, of_other_bits), runtime_exception);
  EXPECT_THROW(copy(texture_, of_more_levels), runtime_exception);
  EXPECT_THROW(copy_async(texture_, of_other_bits), runtime_exception);
  EXPECT_THROW(copy_async(texture_, of_other_extent), runtime_exception);
  EXPECT_THROW(copy_async(texture_, texture_view<uint_2, 2>(texture_)), runtime_exception);
}

TEST_F(TextureCopy, RefusesSectionsOfOneTextureAndOfManyLevels) {
  texture<uint_2, 2> of_more_levels(extent<2>(4, 6), 8u, 2u), of_other_bits(4, 6, 16u);
  const index<2> here, there(2, 2);
  const extent<2> part(1, 1);
  EXPECT_THROW(copy(texture_, here, texture_, there, part), runtime_exception);
  EXPECT_THROW(copy(texture_, here, view_, there, part), runtime_exception);
  EXPECT_THROW(copy(texture_, here, of_more_levels, there, part), runtime_exception);
  EXPECT_THROW(copy(of_more_levels, here, texture_, there, part), runtime_exception);
  EXPECT_THROW(copy(texture_, here, of_other_bits, there, part), runtime_exception);
}

// --- Declarations --------------------------------------------------------------------------------

using whole = texture<int, 2>;
using view = texture_view<int, 2>;
using constant_view = texture_view<const int, 2>;
using iterator = std::vector<int>::const_iterator;

// Programs can name the template arguments: src_type, dst_type and InputIterator.
class ExplicitCopy : public testing::Test {
 protected:
  // What a copy of a number to the texel at (1, 2) of 0 leaves.
  static std::vector<int> one_texel() {
    std::vector<int> values(24);
    values[8] = 1;
    return values;
  }
  void expect(const std::vector<int>& expected, const std::vector<std::function<void()>>& copies) {
    for (const auto& make_copy : copies) {
      const std::vector<int> zeros(24);
      copy(zeros.begin(), zeros.end(), texture_);
      make_copy();
      EXPECT_EQ(raw<int>(texture_), expected);
    }
  }

  const std::vector<int> values_ = counted<int>(24, 1);
  const void* const memory_ = values_.data();
  const iterator first_ = values_.begin(), last_ = values_.end();
  const index<2> from_{0, 0}, to_{1, 2};
  const extent<2> part_{1, 1};
  whole source_{extent<2>(4, 6), first_, last_}, texture_{4, 6};
  view source_view_{source_}, view_{texture_};
  const constant_view constant_view_{source_};
};

TEST_F(ExplicitCopy, FromMemory) {
  expect(values_,
         {[&] { copy<whole>(memory_, 96u, texture_); }, [&] { copy<view>(memory_, 96u, view_); },
          [&] { copy_async<whole>(memory_, 96u, texture_).get(); },
          [&] { copy_async<view>(memory_, 96u, view_).get(); }});
  expect(one_texel(), {[&] { copy<whole>(memory_, 4u, texture_, to_, part_); },
                       [&] { copy<view>(memory_, 4u, view_, to_, part_); },
                       [&] { copy_async<whole>(memory_, 4u, texture_, to_, part_).get(); },
                       [&] { copy_async<view>(memory_, 4u, view_, to_, part_).get(); }});
}

TEST_F(ExplicitCopy, FromRanges) {
  expect(values_, {[&] { copy<iterator, whole>(first_, last_, texture_); },
                   [&] { copy<iterator, view>(first_, last_, view_); },
                   [&] { copy<const int*, view>(&*first_, &*first_ + 24, view_); },
                   [&] { copy_async<iterator, whole>(first_, last_, texture_).get(); },
                   [&] { copy_async<iterator, view>(first_, last_, view_).get(); }});
  expect(one_texel(),
         {[&] { copy<iterator, whole>(first_, last_, texture_, to_, part_); },
          [&] { copy<iterator, view>(first_, last_, view_, to_, part_); },
          [&] { copy_async<iterator, whole>(first_, last_, texture_, to_, part_).get(); },
          [&] { copy_async<iterator, view>(first_, last_, view_, to_, part_).get(); }});
}

TEST_F(ExplicitCopy, BetweenTextures) {
  expect(values_, {[&] { copy<whole, whole>(source_, texture_); },
                   [&] { copy<constant_view, view>(constant_view_, view_); },
                   [&] { copy<view, whole>(source_view_, texture_); },
                   [&] { copy_async<whole, whole>(source_, texture_).get(); },
                   [&] { copy_async<constant_view, view>(constant_view_, view_).get(); },
                   [&] { copy_async<view, whole>(source_view_, texture_).get(); }});
  expect(one_texel(),
         {[&] { copy<whole, whole>(source_, from_, texture_, to_, part_); },
          [&] { copy<whole, view>(source_, from_, view_, to_, part_); },
          [&] { copy<constant_view, whole>(constant_view_, from_, texture_, to_, part_); },
          [&] { copy_async<whole, whole>(source_, from_, texture_, to_, part_).get(); },
          [&] { copy_async<whole, view>(source_, from_, view_, to_, part_).get(); },
          [&] {
            copy_async<constant_view, whole>(constant_view_, from_, texture_, to_, part_).get();
          }});
}

TEST_F(ExplicitCopy, ToMemoryAndIterators) {
  std::vector<int> out(24);
  copy<whole>(source_, out.data(), 96u);
  EXPECT_EQ(out, values_);
  copy<constant_view, int*>(constant_view_, from_, part_, &out[23]);
  EXPECT_EQ(out[23], 1);
  std::vector<int> appended;
  copy_async<view, std::back_insert_iterator<std::vector<int>>>(source_view_,
                                                                std::back_inserter(appended))
      .get();
  EXPECT_EQ(appended, values_);
}

TEST_F(ExplicitCopy, HasAddresses) {
  void (*const between)(const whole&, whole&) = &graphics::copy<whole, whole>;
  void (*const to_view)(const constant_view&, view&) = &graphics::copy<constant_view, view>;
  void (*const from_memory)(const void*, unsigned int, view&) = &graphics::copy<view>;
  void (*const from_range)(iterator, iterator, whole&) = &graphics::copy<iterator, whole>;
  completion_future (*const start)(const whole&, whole&) = &graphics::copy_async<whole, whole>;
  expect(values_,
         {[&] { between(source_, texture_); }, [&] { to_view(constant_view_, view_); },
          [&] { from_memory(memory_, 96u, view_); }, [&] { from_range(first_, last_, texture_); },
          [&] { start(source_, texture_).get(); }});
}

// Destinations that functions return.
TEST_F(ExplicitCopy, IsNotNeededForViewsThatAreNotLvalues) {
  const auto written = [&] { return view(texture_); };
  const auto constant = [&]() -> const view { return view(texture_); };
  expect(values_,
         {[&] { copy(memory_, 96u, written()); }, [&] { copy(first_, last_, written()); },
          [&] { copy(source_, written()); }, [&] { copy(constant_view_, constant()); },
          [&] { copy(source_, writeonly_texture_view<int, 2>(texture_)); },
          [&] { copy(source_, std::move(view_)); }, [&] { copy<whole, view>(source_, written()); },
          [&] { copy_async(memory_, 96u, written()).get(); },
          [&] { copy_async(first_, last_, written()).get(); },
          [&] { copy_async(source_, written()).get(); }});
  expect(one_texel(), {[&] { copy(memory_, 4u, written(), to_, part_); },
                       [&] { copy(first_, last_, constant(), to_, part_); },
                       [&] { copy(source_, from_, written(), to_, part_); },
                       [&] { copy_async(memory_, 4u, written(), to_, part_).get(); },
                       [&] { copy_async(first_, last_, written(), to_, part_).get(); },
                       [&] { copy_async(source_, from_, written(), to_, part_).get(); }});
}

// Copies of arrays have the same names.
TEST_F(ExplicitCopy, IsNotAmbiguousWithCopiesOfArrays) {
  array<int, 2> numbers(4, 6), others(4, 6);
  copy(first_, last_, numbers);
  copy(numbers, others);
  copy(others, array_view<int, 2>(numbers));
  concurrency::copy<int, 2>(numbers, others);
  concurrency::copy<whole, whole>(source_, texture_);
  EXPECT_EQ(std::vector<int>(others), raw<int>(texture_));
}

// --- Levels --------------------------------------------------------------------------------------

TEST(LevelCopy, CopiesAllLevelsOrAViewsOwn) {
  texture<unorm, 2> levels(extent<2>(4, 2), 8u, 0u), other(extent<2>(4, 2), 8u, 0u);
  const auto bytes = counted<byte>(11);
  copy(bytes.data(), 11, levels);
  copy(levels, other);
  EXPECT_EQ(raw<byte>(other), bytes);
  EXPECT_EQ((raw<byte>(texture_view<const unorm, 2>(levels, 1, 2))), (std::vector<byte>{8, 9, 10}));
  EXPECT_EQ((raw<byte>(texture_view<unorm, 2>(levels, 1))), (std::vector<byte>{8, 9}));
  copy(texture_view<const unorm, 2>(levels, 2), texture_view<unorm, 2>(other, 2));
  EXPECT_EQ(raw<byte>(other), bytes);
}

TEST(TextureCopyErrors, TellWhatIsWrong) {
  texture<float, 2> some(4, 6);
  EXPECT_EQ(thrown<runtime_exception>([&] { copy(&some, 3, some); }),
            "copy: the memory of 3 bytes is too small; the texels have 96");
  const std::vector<float> few(23);
  EXPECT_EQ(thrown<runtime_exception>([&] { copy(few.begin(), few.end(), some); }),
            "copy: the range has 23 elements, fewer than the 24 texels of the texture or its "
            "section");
  EXPECT_EQ(thrown<runtime_exception>([&] { (void)some.get_mipmap_extent(3); }),
            "there is no mipmap level 3; the texture or view has 1, numbered from 0");
}

}  // namespace
