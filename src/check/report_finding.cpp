#include "check/report_finding.h"

#include "check/own_work.h"
#include "engine/worker.h"
#include "report/reporter.h"
#include "runtime/options.h"

#include <utility>

namespace milliamp::detail {

bool are_findings_wanted() {
  const worker* w = worker::existing();
  if (w != nullptr && w->in_kernel()) return own_work::checker() != nullptr;
  return default_engine() == engine::ref;
}

std::optional<thread_position> current_kernel_thread() {
  const access_checker* checker = own_work::checker();
  if (checker == nullptr) return std::nullopt;
  return checker->launch().position_of(checker->current_thread());
}

std::string captured_container(const void* data, const std::vector<std::int64_t>& lengths) {
  const access_checker* checker = own_work::checker();
  return checker != nullptr ? checker->launch().container_at(data, lengths) : "";
}

void report_finding(finding found) {
  if (const access_checker* checker = own_work::checker()) {
    checker->launch().take(std::move(found));
  } else {
    std::vector<finding> one;
    one.push_back(std::move(found));
    reporter::instance().add(std::move(one));
  }
}

}  // namespace milliamp::detail
