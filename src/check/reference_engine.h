/// @file
/// REF, the checking engine: the engine's templates with the checker as their observer.
#pragma once

#include "engine/domain.h"
#include "engine/kernel_errors.h"

namespace milliamp::detail::check {

/// Runs all points of an untiled launch.
void run_on_ref(const untiled_kernel& kernel, engine::kernel_errors& errors, std::int64_t points);

/// Runs all tiles of a launch.
void run_on_ref(const tiled_kernel& kernel, engine::kernel_errors& errors,
                const engine::tile_grid& grid);

}  // namespace milliamp::detail::check
