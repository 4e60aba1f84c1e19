#include "check/reference_engine.h"

#include "check/checker.h"
#include "check/watched_checker.h"
#include "engine/ref_launch.h"
#include "race/launch_races.h"

#include <vector>

namespace milliamp::detail::check {

namespace {

/// Runs a launch, with the other observer if it is watched.
template <class Kernel, class Domain>
void run(const Kernel& kernel, engine::kernel_errors& errors, const Domain& domain) {
  if (const std::vector<make_watcher> watches = watches_of_launch(); !watches.empty()) {
    watched_launch launch(kernel, watches);
    return engine::run_on_ref<watched_checker>(kernel, errors, domain, launch);
  }
  checked_launch launch(kernel);
  engine::run_on_ref<checker>(kernel, errors, domain, launch);
}

}  // namespace

void run_on_ref(const untiled_kernel& kernel, engine::kernel_errors& errors, std::int64_t points) {
  run(kernel, errors, points);
}

void run_on_ref(const tiled_kernel& kernel, engine::kernel_errors& errors,
                const engine::tile_grid& grid) {
  race::launch_races::check_numbers(grid.all().size(), kernel.threads());
  run(kernel, errors, grid);
}

}  // namespace milliamp::detail::check
