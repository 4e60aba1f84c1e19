// A kernel with as many call sites as the detector's cache has entries: what is found does not
// depend on which call sites share an entry, which the addresses of the code decide.
#include <milliamp/gtest.h>

#include <amp.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cstdint>
#include <vector>

namespace {

using namespace concurrency;
using namespace milliamp;

constexpr int threads = 8;

#define FOUR_TIMES(x) x x x x
#define SIXTEEN_TIMES(x) FOUR_TIMES(FOUR_TIMES(x))
#define MANY_TIMES(x) SIXTEEN_TIMES(SIXTEEN_TIMES(FOUR_TIMES(x)))
constexpr std::uint64_t many = 1024;

/// Reads a value at many call sites in the same line of the source. The two variables may be one,
/// so the compiler keeps nearly all reads.
__attribute__((noinline)) void add_many_times(const int& value, int& sum) restrict(cpu, amp) {
  MANY_TIMES(sum += value;)
}

/// Each thread reads an unwritten variable.
void read_unwritten(const array_view<int>& sums) {
  parallel_for_each(
      sums.extent.tile<threads>(), [=](tiled_index<threads> t) restrict(amp) {
        tile_static int unwritten;
        int sum = 0;
        add_many_times(unwritten, sum);
        sums[t] = sum;
      });
}

TEST(CallSites, CountUnwrittenReadsTheSameOnEachPath) {
  std::vector<int> data(threads);
  finding_scope scope;
  read_unwritten({threads, data});
  ASSERT_EQ(scope.findings().size(), 1u);
  EXPECT_EQ(scope.findings()[0].kind, finding_kind::uninitialized_read);
  // Shadow memory names two threads for each call site.
  EXPECT_THAT(scope.findings()[0].count, testing::AllOf(testing::Gt(many), testing::Le(2 * many)));
}

}  // namespace
