#include "check/current_launch.h"

#include "base/scoped_ignore.h"
#include "check/checker.h"
#include "engine/worker.h"
#include "report/announcement.h"
#include "report/reporter.h"

#include <utility>
#include <vector>

namespace milliamp::detail::check {

bool are_findings_wanted() {
  if (engine::worker::in_kernel() == nullptr) return default_engine() == engine_kind::ref;
  return base::this_thread.kernel_checker() != nullptr;
}

std::optional<thread_position> current_kernel_thread() {
  const checker* checker = base::this_thread.kernel_checker();
  if (checker == nullptr) return std::nullopt;
  return checker->thread().position();
}

diagnose::kernel_function current_kernel() {
  const checker* checker = base::this_thread.kernel_checker();
  return checker != nullptr ? checker->thread().launch->kernel() : diagnose::kernel_function();
}

void report(const diagnose::fact& found) {
  const auto diagnosed = [&] {
    const base::scoped_ignore ignore;
    return diagnose::diagnose(found);
  };
  report_finding(diagnosed());
}

void report_wanted(const std::vector<diagnose::fact>& found) {
  if (!are_findings_wanted()) return;
  for (const diagnose::fact& fact : found) report(fact);
}

void report_finding(finding found) {
  if (const checker* checker = base::this_thread.kernel_checker()) {
    checker->thread().launch->take(std::move(found));
  } else {
    std::vector<finding> one;
    report::announce(found.summary);
    one.push_back(std::move(found));
    report::reporter::instance().add(std::move(one));
  }
}

}  // namespace milliamp::detail::check
