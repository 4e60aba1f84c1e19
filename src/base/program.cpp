#include "base/program.h"

#include "base/options.h"

#include <atomic>

namespace milliamp::detail {

namespace {

std::atomic<bool> is_checked{false};

}  // namespace

namespace base {

bool program_is_checked() noexcept { return is_checked.load(std::memory_order_relaxed); }
void mark_program_checked() noexcept { is_checked.store(true, std::memory_order_relaxed); }

}  // namespace base

engine_kind default_engine() noexcept {
  const engine_kind by_program = base::program_is_checked() ? engine_kind::ref : engine_kind::warp;
  return base::current_options().accelerator.value_or(by_program);
}

}  // namespace milliamp::detail
