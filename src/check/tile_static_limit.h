/// @file
/// The limit on a kernel's tile_static memory.
#pragma once

#include "check/tile_static_use.h"

#include <milliamp/detail/launch.h>

#include <cstddef>

namespace milliamp::detail::check {

/// The most tile_static memory that a kernel may use, in bytes (spec 2.4.3.5.1).
inline constexpr std::size_t tile_static_limit = 32 * 1024;

/// Checks a kernel's tile_static variables against the limit. Also reports a kernel that exceeds it
/// if the kernel was to run on REF.
/// @throws concurrency::runtime_exception naming the variables and their sizes
void check_tile_static_limit(engine_kind e, const tiled_kernel& kernel);

/// Checks the variables that a kernel and the functions that it calls have used on REF.
/// @throws concurrency::runtime_exception naming the variables and their sizes
void check_tile_static_use(const tiled_kernel& kernel, const tile_static_use& used);

}  // namespace milliamp::detail::check
