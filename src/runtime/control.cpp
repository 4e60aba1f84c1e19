/// @file
/// Queries and settings at run time (milliamp/milliamp.h).

#include "base/launch_numbers.h"
#include "base/options.h"
#include "base/program.h"
#include "engine/worker.h"

#include <milliamp/milliamp.h>

namespace milliamp {

using namespace detail;

bool program_is_checked() noexcept { return base::program_is_checked(); }

std::uint64_t checked_launches() noexcept { return base::launches_so_far(); }

schedule current_schedule() noexcept { return base::current_options().schedule; }

std::uint64_t current_seed() noexcept { return base::current_options().seed; }

void set_schedule(schedule order, std::uint64_t seed) noexcept {
  base::current_options().schedule = order;
  base::current_options().seed = seed;
  base::restart_launch_numbers();
}

std::string options_text() { return to_string(base::current_options()); }

void release_memory() noexcept { engine::worker::release_all(); }

}  // namespace milliamp
