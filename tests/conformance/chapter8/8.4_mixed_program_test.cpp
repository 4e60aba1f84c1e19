// Spec 8.4, in a program with checked and unchecked parts: each sees the other's changes to the
// elements of views, whichever created them.
#include "plain/plain_part.h"

#include <milliamp/finding.h>

#include <amp.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <memory>
#include <vector>

namespace {

using namespace concurrency;
using testing::IsEmpty;
using testing::SizeIs;

TEST(MixedProgram, SeesElementsOnTheHostAsTheyAre) {
  EXPECT_EQ(accelerator().device_path, accelerator::direct3d_ref) << "the program is checked";
  milliamp::finding_scope scope;
  std::vector<int> numbers(4, 1);
  const array_view<int> view(numbers);
  const auto twice = [&] {
    parallel_for_each(
        view.extent, [=](index<1> i) restrict(amp) { view[i] *= 2; });
  };
  twice();
  EXPECT_EQ(sum_of(view), 8);
  add(view, 1);
  twice();
  EXPECT_EQ(sum_of(view), 24);
  EXPECT_EQ(view[3], 6);
  EXPECT_THAT(scope.take(), IsEmpty());
}

TEST(MixedProgram, KnowsWhatIsWrittenWithoutBeingTold) {
  milliamp::finding_scope scope;
  array<int> numbers(4);
  const array_view<int> view(numbers);
  add(view, 1);
  std::vector<int> result(4);
  const array_view<int> target(result);
  parallel_for_each(
      target.extent, [&, target ](index<1> i) restrict(amp) { target[i] = numbers[i]; });
  EXPECT_THAT(scope.take(), IsEmpty());
}

TEST(MixedProgram, StillFindsViewsThatDangle) {
  milliamp::finding_scope scope;
  auto data = std::make_unique<std::vector<int>>(16);
  const array_view<int> view(*data);
  data.reset();
  parallel_for_each(
      view.extent, [=](index<1> i) restrict(amp) { view[i] = 1; });
  EXPECT_THAT(scope.take(), SizeIs(1));
}

}  // namespace
