#include "race/launch_races.h"

#include "base/immortal.h"
#include "base/modules.h"
#include "base/mutex.h"
#include "race/races_between_tiles.h"

#include <milliamp/exceptions.h>

#include <bit>
#include <limits>
#include <string>
#include <unordered_map>

namespace milliamp::detail::race {

namespace {

/// See thread_id.
unsigned tile_shift_of(std::size_t threads) {
  return static_cast<unsigned>(std::bit_width(threads - 1));
}

}  // namespace

struct launch_races::kernel_table {
  base::mutex mutex;
  std::unordered_map<const void*, kernel_uses> kernels MILLIAMP_GUARDED_BY(mutex);
  /// The modules that were loaded. A later one may have another kernel at the address of one.
  base::loader_generation modules MILLIAMP_GUARDED_BY(mutex);
};

launch_races::kernel_uses launch_races::known_uses(const void* kernel_code, bool is_tiled) {
  auto& table = base::only<kernel_table>();
  const base::scoped_lock lock(table.mutex);
  if (const auto now = base::loader_generation::now(); now != table.modules) {
    table.kernels.clear();
    table.modules = now;
  }
  kernel_uses known = table.kernels[kernel_code];
  if (!is_tiled || !base::is_called_by_program("fence_in_tile")) known.fences = use::none;
  return known;
}

launch_races::launch_races(const void* kernel_code, bool is_tiled, std::size_t threads)
    : kernel_code_(kernel_code),
      threads_(threads),
      tile_shift_(tile_shift_of(threads)),
      uses_(known_uses(kernel_code, is_tiled)) {}

void launch_races::check_numbers(std::uint64_t tiles, std::size_t threads) {
  const std::uint64_t most =
      (std::uint64_t{std::numeric_limits<thread_id>::max()} + 1) >> tile_shift_of(threads);
  if (tiles <= most) return;
  const std::string message = "parallel_for_each: the extent has " + std::to_string(tiles) +
                              " tiles of " + std::to_string(threads) +
                              " threads; the race detector can number " + std::to_string(most) +
                              " of them; split it over several launches";
  throw concurrency::invalid_compute_domain(message.c_str());
}

void launch_races::find_races_between_tiles(access_log& log) {
  shares_.for_ended(
      [&](const auto& shares) { race::find_races_between_tiles(shares, tile_shift_, log); });
}

/// Records a use for later launches, and for this one if it is not known yet.
void launch_races::record(use kernel_uses::*what, use shown) {
  if (uses_.*what == use::unknown) uses_.*what = shown;
  auto& table = base::only<kernel_table>();
  const base::scoped_lock lock(table.mutex);
  table.kernels[kernel_code_].*what = shown;
}

}  // namespace milliamp::detail::race
