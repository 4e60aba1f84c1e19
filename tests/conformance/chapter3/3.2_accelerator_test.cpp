// Spec 3.2: class accelerator.
#include <amp.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <string>
#include <type_traits>
#include <vector>

namespace {

using namespace concurrency;

// 3.2.2, 3.2.5: the path constants.
TEST(AcceleratorPaths, AreStaticConstantsWithTheSpecifiedValues) {
  EXPECT_EQ(std::wstring(accelerator::default_accelerator), L"default");
  EXPECT_EQ(std::wstring(accelerator::direct3d_warp), L"direct3d\\warp");
  EXPECT_EQ(std::wstring(accelerator::direct3d_ref), L"direct3d\\ref");
  EXPECT_EQ(std::wstring(accelerator::cpu_accelerator), L"cpu");
  const wchar_t* path = accelerator::cpu_accelerator;
  EXPECT_EQ(path, accelerator::cpu_accelerator);
}

// 3.2.3
TEST(AcceleratorGetAll, ReturnsEveryAcceleratorOnce) {
  const std::vector<accelerator> all = accelerator::get_all();
  EXPECT_EQ(all.size(), 3u);
  for (const wchar_t* path :
       {accelerator::direct3d_warp, accelerator::direct3d_ref, accelerator::cpu_accelerator}) {
    EXPECT_EQ(std::count(all.begin(), all.end(), accelerator(path)), 1);
  }
}

TEST(AcceleratorGetAll, CanBeSearchedByProperties) {
  std::vector<accelerator> gpus = accelerator::get_all();
  auto headless = std::find_if(gpus.begin(), gpus.end(), [](accelerator& accl) {
    return !accl.has_display && !accl.is_emulated;
  });
  EXPECT_EQ(headless, gpus.end()) << "all accelerators of a CPU are emulated";
}

TEST(AcceleratorAutoSelection, IsTheDefaultViewForAllOtherPurposes) {
  accelerator_view automatic = accelerator::get_auto_selection_view();
  EXPECT_TRUE(automatic.is_auto_selection);
  EXPECT_TRUE(automatic.get_is_auto_selection());
  EXPECT_TRUE(automatic == accelerator().default_view);
  EXPECT_EQ(automatic.accelerator, accelerator());
  EXPECT_EQ(automatic.queuing_mode, queuing_mode_automatic);
  EXPECT_FALSE(accelerator().default_view.is_auto_selection);
}

TEST(AcceleratorAutoSelection, IsTheDefaultViewOfArrays) {
  const array<int> numbers(4, accelerator::get_auto_selection_view());
  EXPECT_FALSE(numbers.accelerator_view.is_auto_selection);
  EXPECT_EQ(numbers.accelerator_view, accelerator().default_view);
  array<int> others(4, accelerator().create_view());
  const auto launch = [&others](const accelerator_view& view) {
    parallel_for_each(
        view, others.extent, [&others](index<1> i) restrict(amp) { others[i] = 1; });
  };
  EXPECT_THROW(launch(numbers.accelerator_view), runtime_exception);
  EXPECT_NO_THROW(launch(accelerator::get_auto_selection_view()));
}

// 3.2.4
TEST(AcceleratorConstructors, DefaultIsTheDefaultAccelerator) {
  accelerator by_default;
  accelerator by_path(accelerator::default_accelerator);
  EXPECT_EQ(by_default, by_path);
  EXPECT_NE(by_default.device_path, accelerator::default_accelerator);
  EXPECT_NE(by_default, accelerator(accelerator::cpu_accelerator));
}

TEST(AcceleratorConstructors, PathNamesTheDevice) {
  for (const wchar_t* path :
       {accelerator::direct3d_warp, accelerator::direct3d_ref, accelerator::cpu_accelerator}) {
    EXPECT_EQ(accelerator(path).device_path, path);
    EXPECT_EQ(accelerator(std::wstring(path)).get_device_path(), path);
  }
}

TEST(AcceleratorConstructors, UnknownPathThrowsAndIsNamed) {
  try {
    accelerator unknown(L"direct3d\\hal");
    FAIL() << "no exception";
  } catch (const runtime_exception& error) {
    EXPECT_NE(std::string(error.what()).find("direct3d\\hal"), std::string::npos) << error.what();
  }
  EXPECT_THROW(accelerator(L""), runtime_exception);
}

TEST(AcceleratorConstructors, CopyIsTheSameDevice) {
  const accelerator warp(accelerator::direct3d_warp);
  const accelerator copy = warp;  // NOLINT: the copy is what is tested
  EXPECT_EQ(copy, warp);
  EXPECT_EQ(copy.default_view, warp.default_view);
}

static_assert(!std::is_convertible_v<std::wstring, accelerator>, "the constructor is explicit");
static_assert(std::is_default_constructible_v<accelerator>);
static_assert(std::is_copy_constructible_v<accelerator>);
static_assert(std::is_copy_assignable_v<accelerator>);

// 3.2.5
TEST(AcceleratorAssignment, ChangesTheDeviceAndItsProperties) {
  accelerator target(accelerator::cpu_accelerator);
  const accelerator ref(accelerator::direct3d_ref);
  accelerator& result = (target = ref);
  EXPECT_EQ(&result, &target);
  EXPECT_EQ(target, ref);
  EXPECT_EQ(target.device_path, accelerator::direct3d_ref);
  EXPECT_EQ(target.description, ref.description);
  EXPECT_EQ(target.is_debug, ref.is_debug);
  EXPECT_EQ(target.default_view, ref.default_view);
}

TEST(AcceleratorDefaultView, IsAlwaysTheSameAndAutomatic) {
  for (accelerator device : accelerator::get_all()) {
    accelerator_view view = device.default_view;
    EXPECT_EQ(view, device.get_default_view());
    EXPECT_EQ(view, accelerator(device).default_view);
    EXPECT_EQ(view.queuing_mode, queuing_mode_automatic);
    EXPECT_EQ(view.accelerator, device);
  }
}

TEST(AcceleratorCreateView, MakesANewViewOfTheMode) {
  accelerator device;
  accelerator_view automatic = device.create_view();
  accelerator_view immediate = device.create_view(queuing_mode_immediate);
  EXPECT_EQ(automatic.queuing_mode, queuing_mode_automatic);
  EXPECT_EQ(immediate.queuing_mode, queuing_mode_immediate);
  EXPECT_EQ(device.create_view(queuing_mode_automatic).get_queuing_mode(), queuing_mode_automatic);
  EXPECT_NE(automatic, immediate);
  EXPECT_NE(automatic, device.default_view);
  EXPECT_EQ(automatic.accelerator, device);
  EXPECT_EQ(immediate.get_accelerator(), device);
}

TEST(AcceleratorEquality, IsThatOfTheDevice) {
  const accelerator warp(accelerator::direct3d_warp);
  const accelerator ref(accelerator::direct3d_ref);
  EXPECT_TRUE(warp == accelerator(accelerator::direct3d_warp));
  EXPECT_FALSE(warp != accelerator(accelerator::direct3d_warp));
  EXPECT_TRUE(warp != ref);
  EXPECT_FALSE(warp == ref);
}

// 3.2.6
TEST(AcceleratorProperties, HaveBothForms) {
  for (const accelerator& device : accelerator::get_all()) {
    EXPECT_EQ(device.device_path, device.get_device_path());
    EXPECT_EQ(device.description, device.get_description());
    EXPECT_EQ(device.version, device.get_version());
    EXPECT_EQ(device.has_display, device.get_has_display());
    EXPECT_EQ(device.dedicated_memory, device.get_dedicated_memory());
    EXPECT_EQ(device.supports_double_precision, device.get_supports_double_precision());
    EXPECT_EQ(device.supports_limited_double_precision,
              device.get_supports_limited_double_precision());
    EXPECT_EQ(device.is_debug, device.get_is_debug());
    EXPECT_EQ(device.is_emulated, device.get_is_emulated());
    EXPECT_EQ(device.supports_cpu_shared_memory, device.get_supports_cpu_shared_memory());
    EXPECT_EQ(device.default_cpu_access_type, device.get_default_cpu_access_type());
  }
}

TEST(AcceleratorProperties, AreOfTheirTypes) {
  const accelerator device;
  static_assert(std::is_same_v<std::decay_t<decltype(device.device_path)>, std::wstring>);
  static_assert(std::is_same_v<std::decay_t<decltype(device.description)>, std::wstring>);
  static_assert(std::is_same_v<std::decay_t<decltype(device.version)>, unsigned int>);
  static_assert(std::is_same_v<std::decay_t<decltype(device.is_debug)>, bool>);
  static_assert(std::is_same_v<std::decay_t<decltype(device.dedicated_memory)>, std::size_t>);
  static_assert(std::is_same_v<std::decay_t<decltype(device.default_view)>, accelerator_view>);
  static_assert(
      std::is_same_v<std::decay_t<decltype(device.default_cpu_access_type)>, access_type>);
  static_assert(std::is_same_v<decltype(device.get_description()), std::wstring>);
  const std::wstring copy = device.description;
  EXPECT_FALSE(copy.empty());
}

static_assert(!std::is_assignable_v<decltype((std::declval<accelerator&>().version)), unsigned>);
static_assert(
    !std::is_assignable_v<decltype((std::declval<accelerator&>().description)), std::wstring>);
static_assert(
    !std::is_assignable_v<decltype((std::declval<accelerator&>().default_view)), accelerator_view>);

TEST(AcceleratorProperties, DescribeThisImplementation) {
  const accelerator warp(accelerator::direct3d_warp);
  const accelerator ref(accelerator::direct3d_ref);
  const accelerator cpu(accelerator::cpu_accelerator);
  for (const accelerator& device : accelerator::get_all()) {
    EXPECT_TRUE(device.is_emulated) << "true, for example, with REF, WARP and the CPU";
    EXPECT_FALSE(device.has_display);
    EXPECT_TRUE(!device.supports_double_precision || device.supports_limited_double_precision);
    EXPECT_GT(device.version >> 16, 0u) << "the major version";
    EXPECT_GT(device.dedicated_memory, 0u);
  }
  EXPECT_TRUE(warp.supports_double_precision);
  EXPECT_TRUE(ref.supports_double_precision);
  EXPECT_TRUE(ref.is_debug);
  EXPECT_FALSE(warp.is_debug);
  EXPECT_TRUE(warp.supports_cpu_shared_memory);
  EXPECT_FALSE(ref.supports_cpu_shared_memory);
  EXPECT_NE(warp.description, ref.description);
}

}  // namespace
