// Spec 3.2.1, 3.2.3: which accelerator is the default one, and until when that can be changed. Each
// case is about a fresh process, so each runs in one, as a death test.
#include <amp.h>
#include <gtest/gtest.h>

#include <cstdlib>

namespace {

using namespace concurrency;

/// Runs body in a process of its own and expects it to return true there.
template <class Body>
void expect_in_fresh_process(Body body) {
  GTEST_FLAG_SET(death_test_style, "threadsafe");
  EXPECT_EXIT(std::exit(body() ? 0 : 1), testing::ExitedWithCode(0), "");
}

const wchar_t* other_than_default() {
  return accelerator().device_path == accelerator::direct3d_warp ? accelerator::direct3d_ref
                                                                 : accelerator::direct3d_warp;
}

TEST(SetDefaultDeathTest, ChangesTheDefaultOnce) {
  expect_in_fresh_process([] {
    const accelerator before;
    return accelerator::set_default(other_than_default()) && accelerator() != before &&
           !accelerator::set_default(before.device_path) && accelerator() != before;
  });
}

TEST(SetDefaultDeathTest, ComesAfterMerelyAskingForTheDefault) {
  expect_in_fresh_process([] {
    accelerator asked;
    accelerator_view view = asked.default_view;
    accelerator_view automatic = accelerator::get_auto_selection_view();
    (void)accelerator::get_all();
    array<int> bound(4, view);
    return accelerator::set_default(other_than_default());
  });
}

TEST(SetDefaultDeathTest, HasNoEffectAfterAnArrayUsedTheDefault) {
  expect_in_fresh_process([] {
    const accelerator before;
    array<int> unbound(4);
    return !accelerator::set_default(other_than_default()) && accelerator() == before;
  });
}

TEST(SetDefaultDeathTest, HasNoEffectAfterALaunchUsedTheDefault) {
  expect_in_fresh_process([] {
    int value = 0;
    array_view<int> view(1, &value);
    parallel_for_each(
        view.extent, [=](index<1> i) restrict(amp) { view[i] = 1; });
    view.synchronize();
    return value == 1 && !accelerator::set_default(other_than_default());
  });
}

TEST(SetDefaultDeathTest, GovernsArraysAndLaunches) {
  expect_in_fresh_process([] {
    const wchar_t* path = other_than_default();
    accelerator::set_default(path);
    array<int> unbound(4);
    return unbound.accelerator_view == accelerator(path).default_view &&
           accelerator::get_auto_selection_view() == accelerator(path).default_view;
  });
}

TEST(SetDefaultDeathTest, ThrowsForAnUnknownPathAndChangesNothing) {
  expect_in_fresh_process([] {
    try {
      accelerator::set_default(L"no such device");
      return false;
    } catch (const runtime_exception&) {
      return accelerator::set_default(other_than_default());
    }
  });
}

TEST(SetDefaultCpuAccessTypeDeathTest, SucceedsOnceBeforeUse) {
  expect_in_fresh_process([] {
    accelerator warp(accelerator::direct3d_warp);
    return warp.set_default_cpu_access_type(access_type_read) &&
           warp.default_cpu_access_type == access_type_read &&
           !warp.set_default_cpu_access_type(access_type_none) &&
           array<int>(4, warp.default_view).cpu_access_type == access_type_read;
  });
}

TEST(SetDefaultCpuAccessTypeDeathTest, FailsAfterAnArrayUsedTheDefault) {
  expect_in_fresh_process([] {
    accelerator warp(accelerator::direct3d_warp);
    array<int> user(4, warp.default_view);
    return !warp.set_default_cpu_access_type(access_type_none) &&
           user.cpu_access_type == warp.default_cpu_access_type;
  });
}

TEST(SetDefaultCpuAccessTypeDeathTest, FailsWithoutSharedMemory) {
  expect_in_fresh_process([] {
    accelerator ref(accelerator::direct3d_ref);
    return !ref.set_default_cpu_access_type(access_type_read_write) &&
           ref.default_cpu_access_type == access_type_none;
  });
}

}  // namespace
