/// @file
/// Launches on WARP, the fast engine.
#pragma once

#include "engine/domain.h"
#include "engine/kernel_errors.h"

namespace milliamp::detail::engine {

/// Runs all points of an untiled launch.
void run_on_warp(const untiled_kernel& kernel, kernel_errors& errors, std::int64_t points);

/// Runs all tiles of a launch.
void run_on_warp(const tiled_kernel& kernel, kernel_errors& errors, const tile_grid& grid);

}  // namespace milliamp::detail::engine
