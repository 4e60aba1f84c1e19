#include "race/launch_races.h"

#include "base/immortal.h"
#include "base/mutex.h"

#include <bit>
#include <unordered_set>

namespace milliamp::detail::race {

namespace {

/// The kernels that have executed fences.
struct fencing_kernels {
  base::mutex mutex;
  std::unordered_set<const void*> kernels MILLIAMP_GUARDED_BY(mutex);

  static fencing_kernels& instance() {
    static base::immortal<fencing_kernels> only;
    return *only;
  }
};

bool is_fencing(const void* kernel_code) {
  fencing_kernels& known = fencing_kernels::instance();
  const base::scoped_lock lock(known.mutex);
  return known.kernels.contains(kernel_code);
}

}  // namespace

launch_races::launch_races(const void* kernel_code, bool is_tiled, std::size_t threads)
    : kernel_code_(kernel_code),
      is_tiled_(is_tiled),
      threads_(threads),
      tile_shift_(static_cast<unsigned>(std::bit_width(threads - 1))),
      has_fences_(is_tiled && is_fencing(kernel_code)) {}

void launch_races::record_fence() {
  if (has_fences_.exchange(true, std::memory_order_relaxed)) return;
  fencing_kernels& known = fencing_kernels::instance();
  const base::scoped_lock lock(known.mutex);
  known.kernels.insert(kernel_code_);
}

}  // namespace milliamp::detail::race
