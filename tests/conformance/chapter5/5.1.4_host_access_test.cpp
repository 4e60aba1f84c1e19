// Spec 5.1.4: access by the host to an array that is closed to it.
#include <amp.h>
#include <gtest/gtest.h>

#include <utility>
#include <vector>

namespace {

using namespace concurrency;

accelerator_view warp() { return accelerator(accelerator::direct3d_warp).default_view; }

TEST(HostAccess, ToElementsOfAClosedArrayThrows) {
  array<int> closed(8, warp(), access_type_none);
  EXPECT_THROW(closed[3] = 1, runtime_exception);
  EXPECT_THROW(closed[index<1>(3)] = 1, runtime_exception);
  EXPECT_THROW((void)std::as_const(closed)(3), runtime_exception);
  EXPECT_THROW((void)std::as_const(closed)[3], runtime_exception);
  array<int, 3> cube(2, 3, 4, warp(), access_type_none);
  EXPECT_THROW(cube(1, 2, 3) = 1, runtime_exception);
}

TEST(HostAccess, ToElementsThatAreElsewhereThrows) {
  array<int> elsewhere(8, accelerator(accelerator::direct3d_ref).default_view);
  EXPECT_THROW(elsewhere[3] = 1, runtime_exception);
  EXPECT_THROW((void)std::as_const(elsewhere)(3), runtime_exception);
}

TEST(HostAccess, ToElementsOfAnOpenArrayIsAllowed) {
  array<int> open(8, warp());
  EXPECT_NO_THROW(open[3] = 1);
  EXPECT_EQ(std::as_const(open)[3], 1);
}

TEST(HostAccess, IsForbiddenToWhatIsMovedFromOrIntoAClosedArrayAsItWas) {
  array<int> closed(8, warp(), access_type_none);
  array<int> moved(std::move(closed));
  EXPECT_THROW(moved[3] = 1, runtime_exception);
  array<int> open(8, warp());
  moved = std::move(open);
  EXPECT_NO_THROW(moved[3] = 1);
}

TEST(HostAccess, IsNotWhatKernelsDo) {
  const std::vector<int> numbers{1, 2, 3, 4};
  array<int> closed(4, numbers.begin(), warp(), access_type_none);
  parallel_for_each(
      closed.extent, [&](index<1> i) restrict(amp) { closed[i] += 10; });
  parallel_for_each(
      closed.extent.tile<2>(), [&](tiled_index<2> t) restrict(amp) {
        t.barrier.wait();
        closed[t] += 100;
      });
  EXPECT_EQ(std::vector<int>(closed), (std::vector<int>{111, 112, 113, 114}));
}

}  // namespace
