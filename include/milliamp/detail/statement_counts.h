/// @file
/// The implementation of EXPECT_GLOBAL_READS_PER_THREAD (see milliamp/gtest.h).
#ifndef MILLIAMP_DETAIL_STATEMENT_COUNTS_H
#define MILLIAMP_DETAIL_STATEMENT_COUNTS_H

#include <milliamp/counts.h>
#include <milliamp/detail/last_argument.h>
#include <milliamp/milliamp.h>

#include <gmock/gmock.h>

#include <cstdint>
#include <string>
#include <utility>
#include <vector>

namespace milliamp::detail {

/// Counts the accesses of a statement in a test, and describes unmet expectations.
class statement_counts {
 public:
  /// @param assertion the text of the statement for failure messages
  explicit statement_counts(const char* assertion) : assertion_(assertion) {}

  /// Whether the statement has not yet completed.
  bool is_running() const { return is_running_; }

  /// Completes the statement and expects that the global reads of each thread of each launch match.
  void expect_global_reads(const testing::Matcher<std::int64_t>& matcher) {
    is_running_ = false;
    const std::vector<launch_counts> launches = scope_.launches();
    if (launches.empty() || !program_is_checked()) return fail(matcher, why_nothing());
    for (const launch_counts& l : launches) {
      const count_per_thread& reads = l.global_memory.reads_per_thread;
      const bool is_met = matcher.Matches(static_cast<std::int64_t>(reads.least)) &&
                          matcher.Matches(static_cast<std::int64_t>(reads.most));
      if (!is_met) return fail(matcher, to_string(l));
    }
  }

  /// Whether the expectation was not met; resets the failure.
  bool take_failure() { return std::exchange(has_failed_, false); }

  const std::string& message() const { return message_; }

 private:
  void fail(const testing::Matcher<std::int64_t>& matcher, const std::string& actual) {
    has_failed_ = true;
    message_ = "Reads of global memory per thread in: " + assertion_ +
               "\n   Expected: a number that " + testing::DescribeMatcher<std::int64_t>(matcher) +
               "\n     Actual: " + actual;
  }

  static std::string why_nothing() {
    return program_is_checked()
               ? "nothing was counted: no kernel ran on REF, accelerator::direct3d_ref"
               : "nothing was counted: the program is not linked to milliamp::checked";
  }

  const std::string assertion_;
  count_scope scope_;
  bool is_running_ = true;
  bool has_failed_ = false;
  std::string message_;
};

}  // namespace milliamp::detail

// The message can be extended by <<.
#define MILLIAMP_TEST_GLOBAL_READS_(assertion, fail, ...) \
  MILLIAMP_EXPAND_(MILLIAMP_TEST_COUNT_, assertion, fail, MILLIAMP_ROTATE(__VA_ARGS__))
#define MILLIAMP_TEST_COUNT_(assertion, fail, matcher, ...)               \
  GTEST_AMBIGUOUS_ELSE_BLOCKER_                                           \
  for (::milliamp::detail::statement_counts milliamp_counted(assertion);  \
       milliamp_counted.is_running() || milliamp_counted.take_failure();) \
    if (milliamp_counted.is_running()) {                                  \
      __VA_ARGS__;                                                        \
      milliamp_counted.expect_global_reads(matcher);                      \
    } else                                                                \
      fail(milliamp_counted.message().c_str())

#endif
