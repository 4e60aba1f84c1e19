#include "race/launch_races.h"

#include "base/immortal.h"
#include "base/modules.h"
#include "base/mutex.h"

#include <bit>
#include <unordered_map>

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

void launch_races::set_fences(fence_use use) {
  if (fences_.exchange(use, std::memory_order_relaxed) == use) return;
  auto& table = kernel_table<fence_use>::instance();
  const base::scoped_lock lock(table.mutex);
  table.kernels[kernel_code_] = use;
}

}  // namespace milliamp::detail::race
