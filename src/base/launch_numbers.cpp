#include "base/launch_numbers.h"

#include <atomic>

namespace milliamp::detail::base {

namespace {

std::atomic<std::uint64_t> launches{0};
/// The value of `launches` that counts as launch number 0.
std::atomic<std::uint64_t> first_launch{0};

}  // namespace

std::uint64_t take_launch_number() noexcept {
  return launches.fetch_add(1, std::memory_order_relaxed) -
         first_launch.load(std::memory_order_relaxed);
}

void restart_launch_numbers() noexcept {
  first_launch.store(launches_so_far(), std::memory_order_relaxed);
}

std::uint64_t launches_so_far() noexcept { return launches.load(std::memory_order_relaxed); }

}  // namespace milliamp::detail::base
