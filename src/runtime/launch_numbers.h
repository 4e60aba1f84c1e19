/// @file
/// The numbers of launches on REF, from which schedule::random makes their orders.
#pragma once

#include <cstdint>

namespace milliamp::detail {

/// The number of a launch that begins now: 0 for the first of the process, and for the first after
/// a set_schedule().
std::uint64_t take_launch_number() noexcept;

}  // namespace milliamp::detail
