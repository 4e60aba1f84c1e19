#include "report/reporter.h"

#include "base/options.h"
#include "base/scoped_ignore.h"
#include "report/finding_collector.h"
#include "report/json_writer.h"
#include "report/sarif_writer.h"
#include "report/text_writer.h"

#include <unistd.h>

#include <algorithm>
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

/// Ends the process within exit(), with another status than it was called with.
[[noreturn]] void end_exit(int status) {
  std::cout.flush();
  fcloseall();  // as exit() does, and unlike fflush(nullptr) without waiting for a reader of stdin
  _exit(status);
}

/// Ends the process at once, while other threads may be running.
[[noreturn]] void end_now(int status) {
  std::cout.flush();
  std::fflush(stdout);
  _exit(status);
}

/// Exit handlers run in the reverse order of their registration. These are registered while the
/// library is being loaded, so the program's own have run by then.
[[maybe_unused]] const bool registered = [] {
  reporter::instance();
  on_exit(
      [](int status, void*) {
        if (const int changed = reporter::instance().finish(status); changed != status) {
          end_exit(changed);
        }
      },
      nullptr);
  // An exception that nobody catches; a document that is written in one piece is still to come.
  static const std::terminate_handler next = std::set_terminate([] {
    reporter::instance().finish(0);
    next != nullptr ? next() : std::abort();
  });
  // std::quick_exit() does not tell the status; it is taken for 0.
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
  } catch (const std::invalid_argument& mistake) {
    std::fprintf(stderr, "milliamp: MILLIAMP_OPTIONS: suppressions: %s\n", mistake.what());
    _exit(2);
  }
}

bool use_color(const report_output& output) {
  const base::color_mode mode = base::current_options().color;
  return mode == base::color_mode::always ||
         (mode == base::color_mode::automatic && output.is_terminal());
}

/// The report of a run in a format that has one document for all of it.
std::string document(const run_summary& run) {
  return base::current_options().report_format == base::report_format::sarif ? sarif_report(run)
                                                                             : json_report(run);
}

/// Where a finding is, to bring those of one launch into the order of the source.
auto place_of(const finding& f) {
  static const source_frame unknown;
  const source_frame& frame = f.events.empty() ? unknown : f.events.front().frames.front();
  return std::tie(frame.file, frame.line, frame.column);
}

}  // namespace

reporter& reporter::instance() {
  static reporter* const one = new reporter;  // outlives every static object
  return *one;
}

reporter::reporter() : process_(getpid()), suppressions_(suppressions_of_options()) {}

report_output& reporter::output() {
  if (!output_) output_.emplace(base::current_options().report_path);
  return *output_;
}

/// In a child process, leaves the findings of the parent to the parent.
void reporter::enter_process() {
  if (const pid_t process = getpid(); process != process_) {
    process_ = process;
    is_fork_ = true;
    findings_.take();
  }
}

void reporter::add(std::vector<finding> found) {
  if (found.empty()) return;
  const base::scoped_ignore own;
  const std::lock_guard lock(mutex_);
  enter_process();
  std::erase_if(found, [&](const finding& f) { return suppressions_.suppress(f); });
  if (found.empty()) return;
  std::stable_sort(found.begin(), found.end(),
                   [](const finding& a, const finding& b) { return place_of(a) < place_of(b); });
  if (finding_collector::take(found)) return;
  take(std::move(found));
  if (base::current_options().halt_on_error) end_now(finish_locked(0));
}

void reporter::take(std::vector<finding> found) {
  const base::options& o = base::current_options();
  const std::vector<finding>& all = findings_.all();
  const std::size_t before = all.size();
  for (finding& f : found) findings_.add(std::move(f));
  const std::size_t shown = std::min(all.size(), o.max_reports);
  if (o.report_format == base::report_format::text) {
    for (std::size_t i = before; i < shown; ++i) {
      output().write(text_report(all[i], use_color(output())));
    }
  } else if (before < shown && output().is_replaceable()) {
    output().replace(document(describe_run()));
  }
}

run_summary reporter::describe_run() const {
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
  const std::lock_guard lock(mutex_);
  return finish_locked(status);
}

int reporter::finish_locked(int status) {
  enter_process();
  if (is_fork_ && findings_.all().empty()) return status;
  const base::options& o = base::current_options();
  if (o.report_format == base::report_format::text) {
    if (const std::string text = text_summary(describe_run()); !text.empty()) output().write(text);
  } else if (!findings_.all().empty() || !o.report_path.empty()) {
    output().replace(document(describe_run()));
  }
  if (!o.report_path.empty()) output();  // which empties it of what an earlier run has left
  return status == 0 && !findings_.all().empty() ? o.exitcode : status;
}

}  // namespace milliamp::detail::report
