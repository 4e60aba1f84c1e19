#include "check/launch_context.h"

#include "report/reporter.h"

#include <algorithm>
#include <atomic>
#include <iterator>
#include <utility>

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

void launch_context::take(finding found) {
  const std::lock_guard lock(mutex_);
  fold_into(others_, std::move(found));
}

void launch_context::report(const tiled_kernel& kernel) {
  std::vector<finding> found = races_.findings(kernel);
  std::move(others_.begin(), others_.end(), std::back_inserter(found));
  reporter::instance().add(std::move(found));
}

}  // namespace milliamp::detail
