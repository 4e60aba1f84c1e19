// What a program can ask and set at run time (milliamp/milliamp.h).

#include <milliamp/milliamp.h>

#include <atomic>

#include "engine/worker.h"
#include "runtime/launch_numbers.h"
#include "runtime/options.h"
#include "runtime/program.h"

namespace milliamp {

namespace {

std::atomic<std::uint64_t> launches{0};
/// The launch that has the number 0.
std::atomic<std::uint64_t> first_launch{0};

}  // namespace

std::uint64_t detail::take_launch_number() noexcept {
  return launches.fetch_add(1, std::memory_order_relaxed) -
         first_launch.load(std::memory_order_relaxed);
}

bool program_is_checked() noexcept { return detail::program_is_checked(); }

std::uint64_t checked_launches() noexcept { return launches.load(std::memory_order_relaxed); }

schedule current_schedule() noexcept { return detail::current_options().schedule; }

std::uint64_t current_seed() noexcept { return detail::current_options().seed; }

void set_schedule(schedule order, std::uint64_t seed) noexcept {
  detail::current_options().schedule = order;
  detail::current_options().seed = seed;
  first_launch.store(checked_launches(), std::memory_order_relaxed);
}

std::string options_text() { return to_string(detail::current_options()); }

void release_memory() noexcept { detail::worker::release_all(); }

}  // namespace milliamp
