#include "report/reporter.h"

#include "base/options.h"
#include "base/output_file.h"
#include "base/output_path.h"
#include "base/scoped_ignore.h"
#include "report/announcement.h"
#include "report/finding_collector.h"
#include "report/finding_failure.h"

#include <unistd.h>

#include <algorithm>
#include <csignal>
#include <cstdio>
#include <cstdlib>
#include <exception>
#include <iostream>
#include <numeric>
#include <stdexcept>
#include <tuple>
#include <utility>

namespace milliamp::detail::report {

namespace {

/// Ends the process from within exit(), with a different status.
[[noreturn]] void end_exit(int status) {
  std::cout.flush();
  fcloseall();  // as exit() does; fflush(nullptr) would wait for a thread that reads stdin
  _exit(status);
}

/// Ends the process immediately, while other threads may be running.
[[noreturn]] void end_now(int status) {
  std::cout.flush();
  std::fflush(stdout);
  _exit(status);
}

/// Exit handlers run in reverse order of registration. These are registered while the library is
/// loaded, so they run after those of the program.
[[maybe_unused]] const bool registered = [] {
  reporter::instance();
  on_exit(
      [](int status, void*) {
        if (const int changed = reporter::instance().finish(status); changed != status) {
          end_exit(changed);
        }
      },
      nullptr);
  // An uncaught exception: a document that is written in one piece would be lost. If the report has
  // the cause of the exception, it says more than the C++ runtime would.
  static const std::terminate_handler next = std::set_terminate([] {
    const bool is_explained = is_reported(std::current_exception());
    if (is_explained) {
      std::fputs(
          "milliamp: terminating: the program did not catch the exception thrown by the launch\n",
          stderr);
    }
    const int status = reporter::instance().finish(0);
    if (is_explained && status != 0) end_now(status);
    next != nullptr ? next() : std::abort();
  });
  // Handlers of std::quick_exit() do not get the status: assume 0.
  at_quick_exit([] {
    if (const int changed = reporter::instance().finish(0); changed != 0) _exit(changed);
  });
  return true;
}();

suppressions suppressions_of_options() {
  const std::string& path = base::current_options().suppressions;
  if (path.empty()) return {};
  try {
    return suppressions::read_file(path);
  } catch (const std::invalid_argument& error) {
    std::fprintf(stderr, "milliamp: MILLIAMP_OPTIONS: suppressions: %s\n", error.what());
    _exit(2);
  }
}

/// Returns the sort key of the findings of one launch. Barrier divergence comes first, because it
/// may be the cause of races; the others are in the order of the source. The rest of the key makes
/// the order independent of which worker came first.
auto sort_key_of(const finding& f) {
  static const event unknown{"", {source_frame()}, {}};
  static const std::vector<std::int32_t> no_thread;
  const event& first = f.events.empty() ? unknown : f.events.front();
  const source_frame& frame = first.frames.front();
  const auto& thread = first.threads.empty() ? no_thread : first.threads.front().global;
  return std::tuple<bool, const std::string&, int, int, finding_kind,
                    const std::vector<std::int32_t>&, const std::string&>(
      f.kind != finding_kind::barrier_divergence, frame.file, frame.line, frame.column, f.kind,
      thread, f.summary);
}

}  // namespace

reporter& reporter::instance() { return base::only<reporter>(); }

reporter::reporter() : process_(getpid()), suppressions_(suppressions_of_options()) {}

report_writer& reporter::writer() {
  if (!writer_) writer_ = make_report_writer(base::current_options(), earlier_reports::kept, test_);
  return *writer_;
}

void reporter::complete_report() {
  if (finished_findings_ == findings_.all().size()) return;
  writer().finish(summarize());
  finished_findings_ = findings_.all().size();
}

/// Completes the report of a test, and begins another.
void reporter::end_report() {
  complete_report();
  had_reports_ = true;
  had_findings_ = had_findings_ || !findings_.all().empty();
  had_failures_ = had_failures_ || writer().has_failed();
  begin_report();
}

/// Begins another report, without findings.
void reporter::begin_report() {
  findings_.take();
  finished_findings_.reset();
  writer_.reset();
}

/// In a child process, discards the findings of the parent, which reports them itself.
void reporter::enter_process() {
  if (const pid_t process = getpid(); process != process_) {
    process_ = process;
    is_fork_ = true;
    begin_report();
    finding_collector::take_from_test();
  }
}

std::vector<finding> reporter::add(
    std::vector<finding> found,
    const std::function<void(const std::vector<finding>&)>& before_end) {
  if (found.empty()) return found;
  const base::scoped_ignore own;
  const base::scoped_lock lock(mutex_);
  enter_process();
  std::erase_if(
      found, [&](const finding& f) MILLIAMP_REQUIRES(mutex_) { return suppressions_.suppress(f); });
  if (found.empty()) return found;
  std::stable_sort(found.begin(), found.end(), [](const finding& a, const finding& b) {
    return sort_key_of(a) < sort_key_of(b);
  });
  if (finding_collector::take(found)) return {};
  write(found);
  // A crash ends the process by itself.
  const bool ends = found.front().kind == finding_kind::crash;
  if (ends || !ends_at_first_finding()) return found;
  if (before_end) before_end(found);
  const bool aborts = base::current_options().abort_on_error;
  (aborts ? milliamp_on_finding : milliamp_on_halt)(found.front().summary.c_str());
  const int status = finish_locked(0);
  if (aborts) {
    std::signal(SIGABRT, SIG_DFL);  // the finding is the report, not abort()
    std::abort();
  }
  end_now(status);
}

void reporter::add_of_test(std::vector<finding> found) {
  const base::options& o = base::current_options();
  // GoogleTest has printed their texts.
  if (o.report_path.empty() && o.report_format == base::report_format::text) return;
  const base::scoped_ignore own;
  const base::scoped_lock lock(mutex_);
  enter_process();
  write(found);
}

void reporter::begin_test(std::string name) {
  if (!base::names_test(base::current_options().report_path)) return;
  const base::scoped_ignore own;
  const base::scoped_lock lock(mutex_);
  enter_process();
  if (!findings_.all().empty()) end_report();
  test_ = std::move(name);
}

void reporter::end_test() {
  const base::scoped_ignore own;
  const base::scoped_lock lock(mutex_);
  enter_process();
  if (test_.empty()) return;
  end_report();
  test_.clear();
}

void reporter::report_running_test() {
  const base::scoped_ignore own;
  const base::scoped_lock lock(mutex_);
  enter_process();
  const std::vector<finding> found = finding_collector::take_from_test();
  if (found.empty()) return;
  write(found);
  complete_report();
}

void reporter::write(const std::vector<finding>& found) {
  const std::vector<finding>& all = findings_.all();
  const std::size_t before = all.size();
  for (const finding& f : found) findings_.add(f);
  const std::size_t shown = std::min(all.size(), base::current_options().max_reports);
  if (before >= shown) return;
  for (std::size_t i = before; i < shown; ++i) writer().write(all[i]);
  writer().update(summarize());
}

run_summary reporter::summarize() const {
  run_summary run;
  const std::vector<finding>& all = findings_.all();
  const std::size_t shown = std::min(all.size(), base::current_options().max_reports);
  run.findings = std::span(all).first(shown);
  run.not_shown = all.size() - shown;
  run.instances =
      std::accumulate(all.begin(), all.end(), std::uint64_t{0},
                      [](std::uint64_t sum, const finding& f) { return sum + f.count; });
  run.options = to_string(base::current_options());
  run.suppressions_path = suppressions_.path();
  run.suppressed_instances = suppressions_.uses();
  run.unused_suppressions = suppressions_.unused();
  return run;
}

int reporter::finish(int status) {
  const base::scoped_ignore own;
  const base::scoped_lock lock(mutex_);
  return finish_locked(status);
}

void reporter::end_process() {
  const base::scoped_ignore own;
  const base::scoped_lock lock(mutex_);
  end_now(finish_locked(0));
}

int reporter::finish_locked(int status) {
  enter_process();
  write(finding_collector::take_from_test());
  if (is_fork_ && findings_.all().empty()) return status;
  // Between and after tests that have separate reports, only a report with findings is completed.
  if (!had_reports_ || !findings_.all().empty()) complete_report();
  if (status != 0) return status;
  if (had_failures_ || (writer_ && writer_->has_failed()) || base::output_file::has_failed()) {
    return base::unwritten_status;
  }
  return had_findings_ || !findings_.all().empty() ? base::current_options().exitcode : 0;
}

}  // namespace milliamp::detail::report
