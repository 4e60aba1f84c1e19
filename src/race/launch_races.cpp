#include "race/launch_races.h"

#include "base/immortal.h"
#include "base/modules.h"
#include "race/tile_races.h"

#include <bit>
#include <unordered_map>
#include <vector>

namespace milliamp::detail::race {

namespace {

/// What the launches so far have shown of each kernel's fences.
template <class Use>
struct kernel_table {
  base::mutex mutex;
  std::unordered_map<const void*, Use> kernels MILLIAMP_GUARDED_BY(mutex);

  static kernel_table& instance() {
    static base::immortal<kernel_table> only;
    return *only;
  }
};

}  // namespace

launch_races::fence_use launch_races::known_use(const void* kernel_code) {
  if (!base::is_called_by_program("fence_in_tile")) return fence_use::none;
  auto& table = kernel_table<fence_use>::instance();
  const base::scoped_lock lock(table.mutex);
  const auto known = table.kernels.find(kernel_code);
  return known != table.kernels.end() ? known->second : fence_use::unknown;
}

launch_races::launch_races(const void* kernel_code, bool is_tiled, std::size_t threads)
    : kernel_code_(kernel_code),
      threads_(threads),
      tile_shift_(static_cast<unsigned>(std::bit_width(threads - 1))),
      fences_(is_tiled ? known_use(kernel_code) : fence_use::none) {}

access_set& launch_races::begin_part(const race_detector& worker) {
  const base::scoped_lock lock(mutex_);
  worker_accesses& w = workers_[&worker];
  if (w.accesses == nullptr) w.accesses = std::make_unique<access_set>(tile_shift_);
  w.is_running = true;
  return *w.accesses;
}

void launch_races::end_part(const race_detector& worker) {
  const base::scoped_lock lock(mutex_);
  workers_[&worker].is_running = false;
}

void launch_races::find_tile_races(access_log& log) {
  const base::scoped_lock lock(mutex_);
  std::vector<const access_set*> ended;
  for (const auto& [worker, w] : workers_) {
    if (!w.is_running) ended.push_back(w.accesses.get());
  }
  race::find_tile_races(ended, tile_shift_, log);
}

/// Records the use of fences for later launches, and for this one if it is not known yet.
void launch_races::record(fence_use use) {
  if (fences_ == fence_use::unknown) fences_ = use;
  auto& table = kernel_table<fence_use>::instance();
  const base::scoped_lock lock(table.mutex);
  table.kernels[kernel_code_] = use;
}

}  // namespace milliamp::detail::race
