#include "report/reporter.h"

#include "report/json_report.h"
#include "report/text_report.h"
#include "runtime/options.h"

#include <unistd.h>

#include <cerrno>
#include <cstdlib>
#include <cstring>
#include <utility>

namespace milliamp {

namespace {

thread_local finding_scope* innermost_scope = nullptr;

}  // namespace

finding_scope::finding_scope() : outer_(std::exchange(innermost_scope, this)) {}
finding_scope::~finding_scope() { innermost_scope = outer_; }

std::vector<finding> finding_scope::take() { return std::exchange(findings_, {}); }

/// Fills the innermost scope of the calling thread.
class finding_collector {
 public:
  /// Returns whether there is a scope.
  static bool take(std::vector<finding>& found) {
    if (innermost_scope == nullptr) return false;
    for (finding& f : found) detail::fold_into(innermost_scope->findings_, std::move(f));
    return true;
  }
};

namespace detail {

namespace {

bool use_color(std::FILE* output) {
  switch (current_options().color) {
    case color_mode::always:
      return true;
    case color_mode::never:
      return false;
    case color_mode::automatic:
      return isatty(fileno(output)) != 0;
  }
  return false;
}

/// Exit handlers run in the reverse order of their registration. This one is registered while the
/// library is being loaded, so the program's own have run by then.
[[maybe_unused]] const int registered = on_exit(
    [](int status, void*) {
      if (const int changed = reporter::instance().finish(status); changed != status) {
        std::fflush(nullptr);
        _exit(changed);
      }
    },
    nullptr);

}  // namespace

reporter& reporter::instance() {
  static reporter* const one = new reporter;  // outlives every static object
  return *one;
}

std::FILE* reporter::output() {
  if (output_ != nullptr) return output_;
  const std::string& path = current_options().report_path;
  output_ = path.empty() ? stderr : std::fopen(path.c_str(), "w");
  if (output_ == nullptr) {
    std::fprintf(stderr, "milliamp: report_path: cannot write '%s': %s; reporting here\n",
                 path.c_str(), std::strerror(errno));
    output_ = stderr;
  }
  return output_;
}

void reporter::add(std::vector<finding> found) {
  if (found.empty() || finding_collector::take(found)) return;
  const std::lock_guard lock(mutex_);
  for (finding& f : found) {
    if (fold_into(findings_, std::move(f))) write_new(findings_.back());
  }
  if (current_options().halt_on_error) std::_Exit(finish_locked(0));
}

void reporter::write_new(const finding& found) {
  if (current_options().report_format != report_format::text) return;
  if (findings_.size() > current_options().max_reports) return;
  std::FILE* out = output();
  std::fputs(text_report(found, use_color(out)).c_str(), out);
  std::fflush(out);
}

std::vector<finding> reporter::findings() const {
  const std::lock_guard lock(mutex_);
  return findings_;
}

int reporter::finish(int status) {
  const std::lock_guard lock(mutex_);
  return finish_locked(status);
}

int reporter::finish_locked(int status) {
  const options& o = current_options();
  if (o.report_format == report_format::text) {
    if (!findings_.empty()) std::fputs(text_summary(findings_).c_str(), output());
  } else if (!findings_.empty() || !o.report_path.empty()) {
    std::fputs(json_report(findings_).c_str(), output());
  }
  if (output_ != nullptr) std::fflush(output_);
  return status == 0 && !findings_.empty() ? o.exitcode : status;
}

}  // namespace detail
}  // namespace milliamp
