#include "check/launch_context.h"

#include "report/reporter.h"

#include <atomic>

namespace milliamp::detail {

namespace {

std::atomic<std::uint64_t> launches{0};

}  // namespace

launch_context::launch_context() : number_(launches.fetch_add(1, std::memory_order_relaxed)) {}

void launch_context::take(race_log& found) {
  if (found.empty()) return;
  const std::lock_guard lock(mutex_);
  found.move_to(races_);
}

void launch_context::report(const tiled_kernel& kernel) {
  reporter::instance().add(races_.findings(kernel));
}

}  // namespace milliamp::detail
