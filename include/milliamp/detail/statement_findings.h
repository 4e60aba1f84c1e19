/// @file
/// The implementation of EXPECT_RACE_FREE and EXPECT_FINDING (see milliamp/gtest.h).
#ifndef MILLIAMP_DETAIL_STATEMENT_FINDINGS_H
#define MILLIAMP_DETAIL_STATEMENT_FINDINGS_H

#include <milliamp/detail/last_argument.h>
#include <milliamp/detail/test_report.h>
#include <milliamp/milliamp.h>

#include <gmock/gmock.h>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <iterator>
#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace milliamp::detail {

/// Collects the findings of a statement in a test, and describes unmet expectations.
class statement_findings {
 public:
  /// @param assertion the text of the statement for failure messages
  explicit statement_findings(const char* assertion)
      : assertion_(assertion), launches_(checked_launches()) {
    set_schedule(current_schedule(), current_seed());
    scope_.emplace(finding_scope::coverage::all_threads);
  }
  /// Passes the remaining findings on to the enclosing scope.
  ~statement_findings() {
    collect();
    scope_.reset();
    for (finding& f : found_) milliamp::report(std::move(f));
  }
  statement_findings(const statement_findings&) = delete;
  statement_findings& operator=(const statement_findings&) = delete;

  /// Whether the statement has not yet completed.
  bool is_running() const { return is_running_; }

  /// Whether findings explain the exception that the statement has thrown.
  bool explain_exception() const { return !scope_->findings().empty(); }

  /// Completes the statement and expects no finding that matches.
  void expect_none(const testing::Matcher<const finding&>& matcher) {
    is_running_ = false;
    const std::vector<finding> unwanted = take_those_that(matcher);
    if (unwanted.empty() && checked_launches() != launches_) return;
    add_to_report(unwanted);
    fail("none", matcher, unwanted);
  }

  /// Completes the statement and expects a finding that matches.
  void expect_one(const testing::Matcher<const finding&>& matcher) {
    is_running_ = false;
    if (!take_those_that(matcher).empty()) return;
    fail("one", matcher, found_);
    found_.clear();
  }

  /// Whether the expectation was not met; resets the failure.
  bool take_failure() { return std::exchange(has_failed_, false); }

  const std::string& message() const { return message_; }

 private:
  void collect() {
    std::vector<finding> more = scope_->take();
    std::move(more.begin(), more.end(), std::back_inserter(found_));
  }

  std::vector<finding> take_those_that(const testing::Matcher<const finding&>& matcher) {
    collect();
    std::vector<finding> taken;
    std::vector<finding> others;
    for (finding& f : found_) (matcher.Matches(f) ? taken : others).push_back(std::move(f));
    found_ = std::move(others);
    return taken;
  }

  void fail(const char* quantity, const testing::Matcher<const finding&>& matcher,
            const std::vector<finding>& actual) {
    has_failed_ = true;
    message_ = "Findings of: " + assertion_ + "\n   Expected: " + quantity + " that " +
               testing::DescribeMatcher<const finding&>(matcher) +
               "\n     Actual: " + (actual.empty() ? why_nothing() : list(actual));
  }

  static std::string list(const std::vector<finding>& all) {
    std::string text = std::to_string(all.size()) + (all.size() == 1 ? " finding" : " findings");
    for (const finding& f : all) text += "\n\n" + to_string(f);
    return text + "To repeat this: " + options_for_shell();
  }

  std::string why_nothing() const {
    if (checked_launches() != launches_) return "nothing was found";
    return program_is_checked()
               ? "nothing was checked: no kernel ran on REF, accelerator::direct3d_ref"
               : "nothing was checked: the program is not linked to milliamp::checked";
  }

  const std::string assertion_;
  const std::uint64_t launches_;
  std::optional<finding_scope> scope_;
  std::vector<finding> found_;
  bool is_running_ = true;
  bool has_failed_ = false;
  std::string message_;
};

/// Matches what EXPECT_RACE_FREE forbids: values that depend on the order of threads.
inline testing::Matcher<const finding&> is_race_or_order_dependent_read() {
  return testing::Field("kind", &finding::kind,
                        testing::AnyOf(finding_kind::race, finding_kind::order_dependent_read));
}

/// Matches an event whose call stack contains a line with a matching number.
inline testing::Matcher<const event&> event_at(const testing::Matcher<int>& line) {
  return testing::Field("frames", &event::frames,
                        testing::Contains(testing::Field("line", &source_frame::line, line)));
}

}  // namespace milliamp::detail

// The statement may be a block and may return. The message can be extended by <<.
#define MILLIAMP_TEST_STATEMENT_(assertion, fail, expectation, ...)      \
  GTEST_AMBIGUOUS_ELSE_BLOCKER_                                          \
  for (::milliamp::detail::statement_findings milliamp_found(assertion); \
       milliamp_found.is_running() || milliamp_found.take_failure();)    \
    if (milliamp_found.is_running()) {                                   \
      try {                                                              \
        __VA_ARGS__;                                                     \
      } catch (...) {                                                    \
        if (!milliamp_found.explain_exception()) throw;                  \
      }                                                                  \
      milliamp_found.expectation;                                        \
    } else                                                               \
      fail(milliamp_found.message().c_str())

#define MILLIAMP_TEST_RACE_FREE_(assertion, fail, ...)                                         \
  MILLIAMP_TEST_STATEMENT_(assertion, fail,                                                    \
                           expect_none(::milliamp::detail::is_race_or_order_dependent_read()), \
                           __VA_ARGS__)

#define MILLIAMP_TEST_FINDING_(assertion, fail, ...) \
  MILLIAMP_EXPAND_(MILLIAMP_TEST_MATCH_, assertion, fail, MILLIAMP_ROTATE(__VA_ARGS__))
#define MILLIAMP_TEST_MATCH_(assertion, fail, matcher, ...) \
  MILLIAMP_TEST_STATEMENT_(assertion, fail, expect_one(matcher), __VA_ARGS__)

#endif
