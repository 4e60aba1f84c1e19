// A test program with a main of its own, which lets tests with findings fail.
//
//     own_main [before]: with a race before the tests begin

#include <milliamp/gtest.h>

#include <amp.h>

#include <string_view>

/// Visible elsewhere, so that compilers keep what kernels compute.
thread_local int result;

namespace {

using namespace concurrency;

void race() {
  parallel_for_each(extent<1>(32).tile<32>(), [](tiled_index<32> t) {
    tile_static int total;
    total = t.local[0];
    t.barrier.wait();
    if (t.local[0] == 0) result = total;
  });
}

TEST(OwnMain, HasNoFinding) {
  parallel_for_each(extent<1>(32).tile<32>(), [](tiled_index<32> t) { t.barrier.wait(); });
}

TEST(OwnMain, HasARace) { race(); }

TEST(OwnMain, ExpectsARace) { EXPECT_FINDING(race(), milliamp::IsRace()); }

}  // namespace

int main(int argc, char** argv) {
  testing::InitGoogleMock(&argc, argv);
  milliamp::fail_tests_with_findings();
  if (argc > 1 && std::string_view(argv[1]) == "before") race();
  return RUN_ALL_TESTS();
}
