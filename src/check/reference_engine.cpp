#include "check/reference_engine.h"

#include "check/checker.h"
#include "check/watched_checker.h"
#include "engine/ref_launch.h"

namespace milliamp::detail::check {

void run_on_ref(const untiled_kernel& kernel, engine::kernel_errors& errors, std::int64_t points) {
  if (is_watched()) return engine::run_on_ref<watched_checker>(kernel, errors, points);
  engine::run_on_ref<checker>(kernel, errors, points);
}

void run_on_ref(const tiled_kernel& kernel, engine::kernel_errors& errors,
                const engine::tile_grid& grid) {
  if (is_watched()) return engine::run_on_ref<watched_checker>(kernel, errors, grid);
  engine::run_on_ref<checker>(kernel, errors, grid);
}

}  // namespace milliamp::detail::check
