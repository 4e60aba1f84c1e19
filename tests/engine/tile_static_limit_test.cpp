// A kernel with more than 32 KB of tile_static variables does not run (spec 2.4.3.5.1): several
// variables that are too large together.

#include "engine/both_engines.h"

#include <atomic>
#include <string>

using namespace concurrency;
using testing::AllOf;
using testing::HasSubstr;
using testing::Not;

namespace {

using TileStaticLimit = milliamp::tests::BothEngines;

auto names(const char* first, const char* second) {
  return AllOf(HasSubstr("40000 bytes of tile_static variables"),
               HasSubstr(first + std::string(" (24000 bytes)")),
               HasSubstr(second + std::string(" (16000 bytes)")),
               HasSubstr("the limit is 32768 bytes a tile"));
}

TEST_P(TileStaticLimit, AppliesToTheSumOfALambdasVariables) {
  const std::string message = refusal_of(extent<1>(4).tile<4>(), [](tiled_index<4> t) {
    tile_static char many[24'000];
    tile_static int more[4'000];
    many[t.local[0]] = 1;
    more[t.local[0]] = 2;
  });
  EXPECT_THAT(message, names("many", "more"));
  EXPECT_THAT(message, Not(HasSubstr("others")));
}

struct large_kernel {
  void operator()(tiled_index<4> t) const {
    tile_static char others[24'000];
    tile_static int still_more[4'000];
    others[t.local[0]] = 1;
    still_more[t.local[0]] = 2;
  }
};

TEST_P(TileStaticLimit, AppliesToTheSumOfAFunctionObjectsVariables) {
  EXPECT_THAT(refusal_of(extent<1>(4).tile<4>(), large_kernel()), names("others", "still_more"));
}

template <class T>
struct large_template {
  void operator()(tiled_index<4> t) const {
    tile_static char in_template[24'000];
    tile_static T of_parameter[16'000 / sizeof(T)];
    in_template[t.local[0]] = 1;
    of_parameter[t.local[0]] = 2;
  }
};

TEST_P(TileStaticLimit, AppliesToTheSumOfAnInstancesVariables) {
  EXPECT_THAT(refusal_of(extent<1>(4).tile<4>(), large_template<double>()),
              names("in_template", "of_parameter"));
}

TEST_P(TileStaticLimit, AppliesToTheSumOfAGenericLambdasVariables) {
  const std::string message = refusal_of(extent<1>(4).tile<4>(), [](auto t) {
    tile_static char in_generic[24'000];
    tile_static int generic_too[4'000];
    in_generic[t.local[0]] = 1;
    generic_too[t.local[0]] = 2;
  });
  EXPECT_THAT(message, names("in_generic", "generic_too"));
}

// The program has more than 32 KB altogether; what counts is what a kernel has.
TEST_P(TileStaticLimit, IsNotReachedByExactly32KBInOneKernel) {
  std::atomic<int> count{0};
  launch(extent<1>(16).tile<4>(), [&](tiled_index<4> t) {
    tile_static char half[16'384];
    tile_static int other_half[4'096];
    half[t.local[0]] = 1;
    other_half[4'095 - t.local[0]] = 2;
    t.barrier.wait();
    count += half[3 - t.local[0]] + other_half[4'092 + t.local[0]];
  });
  EXPECT_EQ(count, 16 * 3);
}

TEST_P(TileStaticLimit, OfAKernelIsNothingToAnotherOne) {
  std::atomic<int> count{0};
  const auto large = [](tiled_index<4> t) {
    tile_static char too_large[40'000];
    too_large[t.local[0]] = 1;
  };
  EXPECT_THAT(refusal_of(extent<1>(4).tile<4>(), large), HasSubstr("too_large (40000 bytes)"));
  launch(extent<1>(4).tile<4>(), [&](tiled_index<4> t) {
    tile_static int small[4];
    small[t.local[0]] = 1;
    count += small[t.local[0]];
  });
  EXPECT_EQ(count, 4);
}

MILLIAMP_ON_BOTH_ENGINES(TileStaticLimit);

}  // namespace
