/// @file
/// Where a kernel thread may be interrupted.
#pragma once

#include <cstdint>

namespace milliamp::detail::engine {

/// What the thread is about to do.
enum class step : std::uint8_t { access, atomic, fence };

}  // namespace milliamp::detail::engine
