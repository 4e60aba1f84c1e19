// A kernel with more than 32 KB of tile_static variables does not run (spec 2.4.3.5.1): one
// variable that is too large for any kernel.

#include <atomic>

#include "engine/both_engines.h"

using namespace concurrency;
using testing::AllOf;
using testing::HasSubstr;

namespace {

using TileStaticTooLarge = milliamp::tests::BothEngines;

char* place_in_function() {
  tile_static char too_large[32'769];
  return too_large;
}

TEST_P(TileStaticTooLarge, IsRefusedInAFunctionThatAKernelCalls) {
  std::atomic<int> count{0};
  EXPECT_THAT(refusal_of(extent<1>(4).tile<4>(),
                         [&](tiled_index<4> t) {
                           place_in_function()[t.local[0]] = 1;
                           ++count;
                         }),
              AllOf(HasSubstr("too_large (32769 bytes)"), HasSubstr("the limit is 32768 bytes")));
  EXPECT_EQ(count, 0);
}

// There are no tile_static variables in a launch without tiles.
TEST_P(TileStaticTooLarge, HasNoMeaningForAnUntiledLaunch) {
  std::atomic<int> count{0};
  launch(extent<1>(100), [&](index<1>) { ++count; });
  EXPECT_EQ(count, 100);
}

MILLIAMP_ON_BOTH_ENGINES(TileStaticTooLarge);

}  // namespace
