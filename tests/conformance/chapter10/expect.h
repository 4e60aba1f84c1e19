/// @file
/// EXPECT(condition): an expectation that is cheap to compile, for tests that hold thousands.
///
///     EXPECT(v.xy == float_2(1, 2));
#ifndef MILLIAMP_TESTS_CONFORMANCE_CHAPTER10_EXPECT_H
#define MILLIAMP_TESTS_CONFORMANCE_CHAPTER10_EXPECT_H

#include <gtest/gtest.h>

namespace milliamp::tests {

__attribute__((noinline)) inline void expect(bool holds, const char* condition, const char* file,
                                             int line) {
  if (!holds) ADD_FAILURE_AT(file, line) << condition;
}

}  // namespace milliamp::tests

#define EXPECT(...) ::milliamp::tests::expect((__VA_ARGS__), #__VA_ARGS__, __FILE__, __LINE__)

#endif
