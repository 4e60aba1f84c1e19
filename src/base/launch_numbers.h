/// @file
/// Sequence numbers of launches on REF. The random schedules derive their decisions from them.
#pragma once

#include <cstdint>

namespace milliamp::detail::base {

/// Returns the number of a new launch. The first launch of the process and the first one after
/// restart_launch_numbers() have the number 0.
std::uint64_t take_launch_number() noexcept;

/// Restarts the numbering at 0.
void restart_launch_numbers() noexcept;

/// Returns the total number of launches, regardless of restarts.
std::uint64_t launches_so_far() noexcept;

}  // namespace milliamp::detail::base
