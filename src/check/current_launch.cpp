#include "check/current_launch.h"

#include "base/options.h"
#include "base/scoped_ignore.h"
#include "check/checker.h"
#include "engine/worker.h"
#include "report/reporter.h"

#include <utility>

namespace milliamp::detail::check {

bool are_findings_wanted() {
  const engine::worker* w = base::this_thread.worker;
  if (w != nullptr && w->part() != nullptr) return base::this_thread.kernel_checker() != nullptr;
  return default_engine() == engine_kind::ref;
}

std::optional<thread_position> current_kernel_thread() {
  const checker* checker = base::this_thread.kernel_checker();
  if (checker == nullptr) return std::nullopt;
  return checker->current_launch().position_of(checker->current_thread());
}

std::string captured_container(const void* data, const std::vector<std::int64_t>& lengths) {
  const checker* checker = base::this_thread.kernel_checker();
  return checker != nullptr ? checker->current_launch().container_at(data, lengths) : "";
}

void report_finding(finding found) {
  if (const checker* checker = base::this_thread.kernel_checker()) {
    checker->current_launch().take(std::move(found));
  } else {
    std::vector<finding> one;
    one.push_back(std::move(found));
    report::reporter::instance().add(std::move(one));
  }
}

}  // namespace milliamp::detail::check
