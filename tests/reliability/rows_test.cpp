// The findings of code in which callbacks are hoisted out of the loop over the points of a kernel
// are those of code with a callback for each access, to the letter.
#include "reliability/dice.h"
#include "reliability/rows_kernels.h"

#include <milliamp/finding.h>

#include <dlfcn.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <atomic>
#include <regex>
#include <string>
#include <vector>

namespace {

using namespace reliability;

std::atomic<int> hoisted{0};   ///< callbacks for a row
std::atomic<int> repeated{0};  ///< callbacks for an access of a row, as the one for the row demands

struct outcome {
  std::vector<int> data;
  std::vector<std::string> findings;
};

outcome run(const row_kernel& kernel, const row_parameters& parameters) {
  milliamp::finding_scope scope;
  outcome result;
  result.data = kernel.run(parameters);
  // The names of functions in a stack depend on what the compiler has inlined.
  static const std::regex address("0x[0-9a-f]+");
  for (const milliamp::finding& f : scope.findings()) {
    result.findings.push_back(std::regex_replace(to_string(f), address, "0x…"));
  }
  return result;
}

class Rows : public testing::TestWithParam<std::size_t> {
 protected:
  row_kernel plain() const { return row_kernels_at_O0().at(GetParam()); }
  row_kernel optimized() const { return row_kernels_at_O2().at(GetParam()); }
};

TEST_P(Rows, HaveTheFindingsOfCodeThatIsNotOptimized) {
  for (std::uint64_t seed = 0; seed < 100; ++seed) {
    dice random(seed);
    row_parameters p{};
    p.rows = random.between(3, 9);
    p.columns = random.one_of({3, 4, 17, 64, 1000, 1024, 1500, 5000});
    p.offset = random.one_of({0, 0, 0, 1, -1, 3, 40});
    p.length = p.columns + random.one_of({0, 0, 1, 64});
    p.limit = random.between(1, p.columns);
    SCOPED_TRACE(testing::Message()
                 << "seed " << seed << ": rows " << p.rows << ", columns " << p.columns
                 << ", offset " << p.offset << ", length " << p.length << ", limit " << p.limit);
    const outcome expected = run(plain(), p);
    const outcome actual = run(optimized(), p);
    EXPECT_EQ(actual.data, expected.data);
    EXPECT_THAT(actual.findings, testing::ElementsAreArray(expected.findings));
    if (HasFailure()) break;
  }
}

#ifdef __clang__

TEST_P(Rows, NeedNoOtherCallbacksInAKernelWithoutFindings) {
  const row_parameters p{8, 1024, 0, 1024, 1024};
  run(plain(), p);
  hoisted = repeated = 0;
  run(optimized(), p);
  EXPECT_EQ(hoisted > 0, optimized().hoisted != hoisting::none);
  EXPECT_EQ(repeated > 0, optimized().hoisted == hoisting::some);
}

#endif

INSTANTIATE_TEST_SUITE_P(, Rows, testing::Range(std::size_t{0}, row_kernels_at_O0().size()),
                         [](const auto& tested) {
                           return std::string(row_kernels_at_O0().at(tested.param).name);
                         });

}  // namespace

#ifdef __clang__

/// Counts a callback, and passes it on to the library's. To that, the call comes from the kernel.
/// The library's function has its own types of pointers, which Clang's -fsanitize=function rejects.
#define MILLIAMP_TEST_COUNT(NAME, COUNTER, PARAMETERS, ...)                            \
  extern "C" [[clang::no_sanitize("function")]] const void* NAME PARAMETERS {          \
    using callback = const void* PARAMETERS;                                           \
    static auto* const library = reinterpret_cast<callback*>(dlsym(RTLD_NEXT, #NAME)); \
    ++COUNTER;                                                                         \
    [[clang::musttail]] return library(__VA_ARGS__);                                   \
  }

MILLIAMP_TEST_COUNT(__milliamp_access_row, hoisted,
                    (const void* first, std::ptrdiff_t stride, std::size_t count, std::size_t size,
                     int is_write),
                    first, stride, count, size, is_write)
MILLIAMP_TEST_COUNT(__tsan_read4_pc, repeated, (const void* address, const void* site), address,
                    site)
MILLIAMP_TEST_COUNT(__tsan_write4_pc, repeated, (const void* address, const void* site), address,
                    site)

#endif
