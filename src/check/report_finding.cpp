#include "check/report_finding.h"

#include "check/access_checker.h"
#include "engine/worker.h"
#include "report/reporter.h"

#include <utility>

namespace milliamp::detail {

bool are_findings_wanted() {
  const worker* w = worker::existing();
  return w == nullptr || !w->in_kernel() || access_checker::active() != nullptr;
}

std::optional<thread_position> current_kernel_thread() {
  const access_checker* checker = access_checker::active();
  if (checker == nullptr) return std::nullopt;
  return checker->launch().position_of(checker->current_thread());
}

void report_finding(finding found) {
  if (const access_checker* checker = access_checker::active()) {
    checker->launch().take(std::move(found));
  } else {
    std::vector<finding> one;
    one.push_back(std::move(found));
    reporter::instance().add(std::move(one));
  }
}

}  // namespace milliamp::detail
