// Functions with more than 32 KB of tile_static variables (spec 2.4.3.5.1). A kernel that calls one
// exceeds the limit, which shows when its tiles have used the variables: on REF, in a checked
// program. Others are not concerned.

#include "engine/both_engines.h"

#include <atomic>

using namespace concurrency;
using testing::AllOf;
using testing::HasSubstr;

namespace {

using TileStaticTooLarge = milliamp::tests::BothEngines;

char* place_in_function() {
  tile_static char too_large[80'000];
  return too_large;
}

TEST_P(TileStaticTooLarge, FailsInAFunctionThatAKernelCalls) {
  std::atomic<int> count{0};
  const auto kernel = [&](tiled_index<4> t) {
    place_in_function()[t.local[0]] = 1;
    ++count;
  };
  if (is_ref() && MILLIAMP_CHECKED_CODE) {
    EXPECT_THAT(refusal_of(extent<1>(4).tile<4>(), kernel),
                AllOf(HasSubstr("too_large (80000 bytes)"), HasSubstr("the limit is 32768 bytes")));
  } else {
    launch(extent<1>(4).tile<4>(), kernel);
  }
  EXPECT_EQ(count, 4);
}

TEST_P(TileStaticTooLarge, IsNothingToAKernelThatDoesNotCallTheFunction) {
  std::atomic<int> count{0};
  launch(extent<1>(4).tile<4>(), [&](tiled_index<4> t) {
    tile_static char small[4];
    small[t.local[0]] = 1;
    count += small[t.local[0]];
  });
  EXPECT_EQ(count, 4);
}

// There are no tile_static variables in a launch without tiles.
TEST_P(TileStaticTooLarge, HasNoMeaningForAnUntiledLaunch) {
  std::atomic<int> count{0};
  launch(extent<1>(100), [&](index<1>) { ++count; });
  EXPECT_EQ(count, 100);
}

MILLIAMP_ON_BOTH_ENGINES(TileStaticTooLarge);

}  // namespace
