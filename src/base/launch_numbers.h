/// @file
/// The numbers of launches on REF, from which schedule::random derives their orders.
#pragma once

#include <cstdint>

namespace milliamp::detail::base {

/// Returns the number of a launch that begins now, and counts it. The first launch of the process,
/// and the first after restart_launch_numbers(), has the number 0.
std::uint64_t take_launch_number() noexcept;

/// Numbers the launches to come from 0.
void restart_launch_numbers() noexcept;

/// How many numbers have been taken in all.
std::uint64_t launches_so_far() noexcept;

}  // namespace milliamp::detail::base
