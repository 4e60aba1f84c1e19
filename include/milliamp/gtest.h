/// @file
/// GoogleTest support: tests that fail when Milliamp finds an error in their kernels, and tests
/// that expect a finding. Link such tests to milliamp::checked.
///
///     // In any one source file of the test program: a test that has findings fails.
///     const bool findings_fail = milliamp::fail_tests_with_findings();
///
///     using namespace milliamp;
///     TEST(Histogram, IsFreeOfRaces) { EXPECT_RACE_FREE(histogram(image)); }
///     TEST(BrokenHistogram, Races) {
///       EXPECT_FINDING(broken_histogram(image), AllOf(IsRace(), OnVariable("bins"), AtLine(17)));
///     }
///
/// The matchers are gmock matchers for a milliamp::finding. They compose and work anywhere.
///
///     finding_scope scope;
///     run_kernels();
///     EXPECT_THAT(scope.findings(), ElementsAre(IsRace(), KindIs(finding_kind::out_of_bounds)));
#ifndef MILLIAMP_GTEST_H
#define MILLIAMP_GTEST_H

#include <milliamp/detail/hide_macros.h>

#include <milliamp/counts.h>
#include <milliamp/detail/statement_counts.h>
#include <milliamp/detail/statement_findings.h>
#include <milliamp/detail/test_report.h>
#include <milliamp/gtest_schedules.h>
#include <milliamp/milliamp.h>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cstdint>
#include <iostream>
#include <memory>
#include <ostream>
#include <string>
#include <vector>

namespace milliamp {

// --- Assertions ----------------------------------------------------------------------------------

/// Runs the statement and expects no data race and no order-dependent read in it. A statement that
/// runs no kernel on REF fails, because nothing is checked. Findings of other kinds go to the
/// enclosing scope or to the report.
///
/// The statement runs with the current schedule and seed, whose sequence of orders starts afresh; a
/// failure message contains them. An exception thrown by the statement propagates, unless there are
/// findings.
#define EXPECT_RACE_FREE(...) \
  MILLIAMP_TEST_RACE_FREE_(#__VA_ARGS__, GTEST_NONFATAL_FAILURE_, __VA_ARGS__)
/// Expects the same as EXPECT_RACE_FREE. A failure returns from the current function.
#define ASSERT_RACE_FREE(...) \
  MILLIAMP_TEST_RACE_FREE_(#__VA_ARGS__, GTEST_FATAL_FAILURE_, __VA_ARGS__)

/// Runs the statement and expects a finding that matches: EXPECT_FINDING(statement, matcher). The
/// statement may contain up to 14 commas outside parentheses. Findings that do not match go to the
/// enclosing scope or to the report.
///
/// Schedule, seed and exceptions are treated as by EXPECT_RACE_FREE, but the exception with which a
/// launch ends because of a finding does not propagate.
#define EXPECT_FINDING(...) \
  MILLIAMP_TEST_FINDING_(#__VA_ARGS__, GTEST_NONFATAL_FAILURE_, __VA_ARGS__)
/// Expects the same as EXPECT_FINDING. A failure returns from the current function.
#define ASSERT_FINDING(...) MILLIAMP_TEST_FINDING_(#__VA_ARGS__, GTEST_FATAL_FAILURE_, __VA_ARGS__)

/// Runs the statement and expects that the number of reads of global memory by each thread of each
/// launch matches: EXPECT_GLOBAL_READS_PER_THREAD(multiply(a, b), 2 * size / tile_size), or with a
/// matcher such as Le(8). A statement that runs no kernel on REF fails. For other numbers, use a
/// count_scope (milliamp/counts.h).
#define EXPECT_GLOBAL_READS_PER_THREAD(...) \
  MILLIAMP_TEST_GLOBAL_READS_(#__VA_ARGS__, GTEST_NONFATAL_FAILURE_, __VA_ARGS__)
/// Expects the same as EXPECT_GLOBAL_READS_PER_THREAD. A failure returns from the current function.
#define ASSERT_GLOBAL_READS_PER_THREAD(...) \
  MILLIAMP_TEST_GLOBAL_READS_(#__VA_ARGS__, GTEST_FATAL_FAILURE_, __VA_ARGS__)

/// Makes every test with findings fail, with their texts as the failure message. Tests that expect
/// findings use EXPECT_FINDING or a finding_scope of their own.
///
/// Each test starts with the schedule and the seed of the whole run, whose sequence of orders
/// starts afresh, so that it behaves the same when run alone. A failed test prints the options that
/// repeat it.
///
/// The findings are also in the report that the option report_path names, where `%t` is the name of
/// the test.
///
/// Call this function in main(), or initialize a variable with it in any source file of the test
/// program. Returns true. Calls after the first have no effect.
bool fail_tests_with_findings();

// --- Matchers of findings ------------------------------------------------------------------------

using finding_matcher = testing::Matcher<const finding&>;

/// Matches the kind of a finding: `KindIs(finding_kind::out_of_bounds)`.
inline finding_matcher KindIs(const testing::Matcher<finding_kind>& kind) {
  return testing::Field("kind", &finding::kind, kind);
}

/// Matches a data race.
inline finding_matcher IsRace() { return KindIs(finding_kind::race); }

/// Matches a plain read of memory that another thread changes by an unordered atomic operation.
inline finding_matcher IsOrderDependentRead() { return KindIs(finding_kind::order_dependent_read); }

/// Matches the name of the variable in the source: `OnVariable("bins")`.
inline finding_matcher OnVariable(const testing::Matcher<std::string>& name) {
  return testing::Field("name", &finding::name, name);
}

/// Matches the element or member: `OnElement("bins[3]")`.
inline finding_matcher OnElement(const testing::Matcher<std::string>& element) {
  return testing::Field("element", &finding::element, element);
}

/// Matches a finding with an event whose call stack contains a line with a matching number:
/// `AtLine(17)`.
inline finding_matcher AtLine(const testing::Matcher<int>& line) {
  return testing::Field("events", &finding::events, testing::Contains(detail::event_at(line)));
}

/// Matches a finding whose events are in these lines, one in each, in any order: `AtLines(17, 19)`;
/// `AtLines(17, 17)` for two accesses in one line.
template <class... Lines>
finding_matcher AtLines(const Lines&... lines) {
  return testing::Field("events", &finding::events,
                        testing::UnorderedElementsAre(detail::event_at(lines)...));
}

/// Matches a finding with an event whose call stack contains a function with a matching name:
/// `InFunction(HasSubstr("histogram"))`.
inline finding_matcher InFunction(const testing::Matcher<std::string>& name) {
  return testing::Field(
      "events", &finding::events,
      testing::Contains(testing::Field(
          "frames", &event::frames,
          testing::Contains(testing::Field("function", &source_frame::function, name)))));
}

/// Matches a finding with exactly these events, in any order: `WithAccesses("read", "write")`.
template <class... Names>
finding_matcher WithAccesses(const Names&... names) {
  return testing::Field(
      "events", &finding::events,
      testing::UnorderedElementsAre(testing::Field("what", &event::what, names)...));
}

/// Matches a race of two writes that wrote the same value in every occurrence.
inline finding_matcher WithSameValue() {
  return testing::Field("same_value", &finding::same_value, true);
}

/// Matches a finding whose events involve these threads, one in each event, in any order:
/// `WithThreads(LocalIs(0, 1), LocalIs(1, 1))`.
template <class... Threads>
finding_matcher WithThreads(const Threads&... threads) {
  return testing::Field("events", &finding::events,
                        testing::UnorderedElementsAre(testing::Field(
                            "threads", &event::threads, testing::Contains(threads))...));
}

// --- Matchers of threads -------------------------------------------------------------------------

using thread_matcher = testing::Matcher<const thread_position&>;

/// Matches the index of a thread in its tile: `LocalIs(0, 1)`.
template <class... Coordinates>
thread_matcher LocalIs(const Coordinates&... coordinates) {
  return testing::Field("local", &thread_position::local, testing::ElementsAre(coordinates...));
}

/// Matches the index of a thread's tile.
template <class... Coordinates>
thread_matcher TileIs(const Coordinates&... coordinates) {
  return testing::Field("tile", &thread_position::tile, testing::ElementsAre(coordinates...));
}

/// Matches the index of a thread in the whole launch.
template <class... Coordinates>
thread_matcher GlobalIs(const Coordinates&... coordinates) {
  return testing::Field("global", &thread_position::global, testing::ElementsAre(coordinates...));
}

// --- Printers ------------------------------------------------------------------------------------

inline void PrintTo(const finding& found, std::ostream* out) { *out << '\n' << to_string(found); }
inline void PrintTo(finding_kind kind, std::ostream* out) { *out << to_string(kind); }
inline void PrintTo(const thread_position& thread, std::ostream* out) { *out << to_string(thread); }
inline void PrintTo(const event& e, std::ostream* out) {
  const source_frame& location = e.frames.front();
  *out << e.what << " at " << location.file << ':' << location.line << " by";
  for (const thread_position& thread : e.threads) *out << ' ' << to_string(thread) << ';';
}

// -------------------------------------------------------------------------------------------------

namespace detail {

/// The test event listener of fail_tests_with_findings().
class finding_listener : public testing::EmptyTestEventListener {
 public:
  /// If a test calls exit(), reports the findings of that test.
  ~finding_listener() override {
    if (scope_ == nullptr) return;
    report_running_test();
    set_test_scope(nullptr);
  }

 private:
  void OnTestProgramStart(const testing::UnitTest&) override {
    schedule_ = current_schedule();
    seed_ = current_seed();
  }

  void OnTestStart(const testing::TestInfo& test) override {
    set_schedule(schedule_, seed_);
    launches_ = checked_launches();
    begin_test(std::string(test.test_suite_name()) + '.' + test.name());
    scope_ = std::make_unique<finding_scope>(finding_scope::coverage::all_threads);
    set_test_scope(scope_.get());
  }

  void OnTestEnd(const testing::TestInfo& test) override {
    const std::vector<finding> found = end_scope();
    for (const finding& f : found) {
      const source_frame location = main_frame(f);
      ADD_FAILURE_AT(location.file.c_str(), location.line) << "this was found in the test:\n"
                                                           << to_string(f);
    }
    add_to_report(found);
    end_test();
    if (!found.empty()) record_properties(found);
    if (test.result()->Failed() && checked_launches() != launches_) {
      std::cout << "milliamp: to repeat this: " << options_for_shell()
                << " --gtest_filter=" << test.test_suite_name() << '.' << test.name() << '\n';
    }
  }

  std::vector<finding> end_scope() {
    set_test_scope(nullptr);
    std::vector<finding> found = scope_->take();
    scope_.reset();
    return found;
  }

  /// In the XML report of GoogleTest: the number of findings and their kinds.
  static void record_properties(const std::vector<finding>& found) {
    std::string kinds;
    for (const finding& f : found) kinds.append(kinds.empty() ? "" : ",").append(to_string(f.kind));
    testing::Test::RecordProperty("milliamp_findings", static_cast<int>(found.size()));
    testing::Test::RecordProperty("milliamp_kinds", kinds);
  }

  schedule schedule_ = schedule::forward;
  std::uint64_t seed_ = 0;
  std::uint64_t launches_ = 0;
  std::unique_ptr<finding_scope> scope_;
};

}  // namespace detail

inline bool fail_tests_with_findings() {
  static const bool once = [] {
    testing::UnitTest::GetInstance()->listeners().Append(new detail::finding_listener);
    return true;
  }();
  return once;
}

}  // namespace milliamp

#include <milliamp/detail/restore_macros.h>

#endif
