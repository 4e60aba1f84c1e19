// Spec 3.3: class accelerator_view.
#include <amp.h>
#include <gtest/gtest.h>

#include <optional>
#include <type_traits>
#include <vector>

namespace {

using namespace concurrency;

// 3.3.3
static_assert(!std::is_default_constructible_v<accelerator_view>);
static_assert(std::is_copy_constructible_v<accelerator_view>);
static_assert(std::is_move_constructible_v<accelerator_view>);
static_assert(std::is_copy_assignable_v<accelerator_view>);
static_assert(!std::is_constructible_v<accelerator_view, accelerator>);

// 3.3.2
static_assert(queuing_mode_immediate != queuing_mode_automatic);
static_assert(std::is_enum_v<queuing_mode>);

TEST(AcceleratorViewCopy, IsTheSameView) {
  accelerator_view view = accelerator().create_view(queuing_mode_immediate);
  accelerator_view copy(view);
  EXPECT_EQ(copy, view);
  EXPECT_EQ(copy.queuing_mode, queuing_mode_immediate);
  EXPECT_EQ(copy.accelerator, view.accelerator);
}

TEST(AcceleratorViewAssignment, ChangesTheViewAndItsProperties) {
  accelerator_view target = accelerator(accelerator::direct3d_warp).default_view;
  const accelerator_view other =
      accelerator(accelerator::direct3d_ref).create_view(queuing_mode_immediate);
  accelerator_view& result = (target = other);
  EXPECT_EQ(&result, &target);
  EXPECT_EQ(target, other);
  EXPECT_EQ(target.queuing_mode, queuing_mode_immediate);
  EXPECT_EQ(target.accelerator.device_path, accelerator::direct3d_ref);
  EXPECT_TRUE(target.is_debug);
  const accelerator_view& itself = target;
  target = itself;
  EXPECT_EQ(target, other);
}

TEST(AcceleratorViewLifetime, LastsAsLongAsAnythingRefersToIt) {
  std::optional<accelerator_view> first(accelerator().create_view());
  const accelerator_view second = *first;
  std::optional<array<int>> data(array<int>(4, second));
  first.reset();
  EXPECT_EQ(data->accelerator_view, second);
  array_view<int> view(*data);
  data.reset();
  EXPECT_EQ(view.source_accelerator_view, second);
}

TEST(AcceleratorViewProperties, HaveBothForms) {
  accelerator_view view = accelerator().default_view;
  EXPECT_EQ(view.accelerator, view.get_accelerator());
  EXPECT_EQ(view.is_debug, view.get_is_debug());
  EXPECT_EQ(view.version, view.get_version());
  EXPECT_EQ(view.queuing_mode, view.get_queuing_mode());
  EXPECT_EQ(view.is_auto_selection, view.get_is_auto_selection());
  static_assert(std::is_same_v<std::decay_t<decltype(view.accelerator)>, accelerator>);
  static_assert(std::is_same_v<std::decay_t<decltype(view.queuing_mode)>, queuing_mode>);
  static_assert(!std::is_assignable_v<decltype((view.queuing_mode)), queuing_mode>);
}

TEST(AcceleratorViewProperties, AreThoseOfTheAccelerator) {
  for (const accelerator& device : accelerator::get_all()) {
    const accelerator_view view = device.default_view;
    EXPECT_EQ(view.version, device.version);
    EXPECT_EQ(view.is_debug, device.is_debug);
    EXPECT_EQ(view.accelerator.description, device.description);
  }
}

TEST(AcceleratorViewEquality, IsThatOfTheView) {
  accelerator device;
  const accelerator_view one = device.create_view();
  const accelerator_view other = device.create_view();
  EXPECT_TRUE(one == one);
  EXPECT_FALSE(one != one);
  EXPECT_TRUE(one != other);
  EXPECT_FALSE(one == other);
}

TEST(AcceleratorViewProperties, CanBeUsedInPlace) {
  accelerator device;
  device.default_view.flush();
  device.default_view.wait();
  device.default_view.create_marker().wait();
  const accelerator_view made = device.default_view.accelerator.create_view();
  EXPECT_EQ(made.accelerator.default_view, device.default_view);
  array<int> numbers(4);
  numbers.accelerator_view.wait();
  EXPECT_EQ(numbers.accelerator_view.accelerator.description, device.description);
}

// 3.3.4
TEST(AcceleratorViewCommands, WaitFlushAndMarkersReturnWhenTheWorkIsDone) {
  for (const queuing_mode mode : {queuing_mode_automatic, queuing_mode_immediate}) {
    accelerator_view queue = accelerator().create_view(mode);
    array<int> numbers(1000, queue);
    std::vector<int> result(1000);
    parallel_for_each(
        queue, numbers.extent, [&](index<1> i) restrict(amp) { numbers[i] = i[0]; });
    copy_async(numbers, result.begin());
    queue.flush();
    queue.create_marker().get();
    EXPECT_EQ(result[999], 999);
    std::fill(result.begin(), result.end(), 0);
    copy_async(numbers, result.begin());
    queue.wait();
    EXPECT_EQ(result[999], 999);
  }
}

TEST(AcceleratorViewCommands, MarkerOfAnIdleViewIsReady) {
  accelerator_view queue = accelerator().create_view();
  const completion_future marker = queue.create_marker();
  EXPECT_TRUE(marker.valid());
  EXPECT_EQ(marker.wait_for(std::chrono::seconds(0)), std::future_status::ready);
}

TEST(AcceleratorViewOrder, IsThatOfSubmission) {
  accelerator_view queue = accelerator().create_view();
  std::vector<int> source(100000, 1);
  array<int> numbers(static_cast<int>(source.size()), queue);
  for (int round = 1; round <= 20; ++round) {
    std::fill(source.begin(), source.end(), round);
    const completion_future copied = copy_async(source.begin(), source.end(), numbers);
    // Comes after the copy, though nobody waits for that.
    parallel_for_each(
        queue, numbers.extent, [&](index<1> i) restrict(amp) { numbers[i] += 1; });
    const std::vector<int> result = numbers;
    EXPECT_EQ(result, std::vector<int>(source.size(), round + 1));
    copied.wait();
  }
}

}  // namespace
