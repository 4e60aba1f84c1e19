// Kernels with more call sites than the detector's cache holds: what is found does not depend on
// which of them share an entry, which the addresses of the code decide.
#include <milliamp/gtest.h>

#include <amp.h>
#include <gtest/gtest.h>

#include <cstdint>
#include <vector>

namespace {

using namespace concurrency;
using namespace milliamp;

constexpr int threads = 8;

#define FOUR_TIMES(x) x x x x
#define SIXTEEN_TIMES(x) FOUR_TIMES(FOUR_TIMES(x))
#define MANY_TIMES(x) SIXTEEN_TIMES(SIXTEEN_TIMES(FOUR_TIMES(FOUR_TIMES(x))))
constexpr std::uint64_t many = 4096;

/// Calls f() from many call sites in the same line of the source.
template <class F>
void call_from_many_sites(const F& f) restrict(cpu, amp) {
  MANY_TIMES(f();)
}

/// Each thread reads an unwritten variable.
void read_unwritten(const array_view<int>& results) {
  parallel_for_each(
      results.extent.tile<threads>(), [=](tiled_index<threads> t) restrict(amp) {
        tile_static int unwritten;
        int sum = 0;
        call_from_many_sites([&]() restrict(cpu, amp) { sum += unwritten; });
        results[t] = sum;
      });
}

TEST(CallSites, CountUnwrittenReadsTheSameOnEachPath) {
  std::vector<int> data(threads);
  finding_scope scope;
  read_unwritten({threads, data});
  ASSERT_EQ(scope.findings().size(), 1u);
  EXPECT_EQ(scope.findings()[0].kind, finding_kind::uninitialized_read);
  // Shadow memory names two threads for each call site.
  EXPECT_EQ(scope.findings()[0].count, 2 * many);
}

}  // namespace
