#include "engine/running_part.h"

#include "base/modules.h"

namespace milliamp::detail::engine {

const void* code_of_kernel(const running_part& part) {
  const described_part& any = part.description();
  if (any.what == described_part::kind::points) {
    const auto& points = reinterpret_cast<const described_points&>(any);
    return reinterpret_cast<const void*>(points.kernel->run);
  }
  const tiled_kernel* const kernel = *reinterpret_cast<const described_tile&>(any).kernel;
  return reinterpret_cast<const void*>(kernel->run_one);
}

std::vector<suspended_thread> suspended_threads(const running_part& part) {
  const described_part& any = part.description();
  if (any.what == described_part::kind::points || !MILLIAMP_OWN_SWITCH) return {};
  const auto& tile = reinterpret_cast<const described_tile&>(any);
  if (tile.is_on_fibers != nullptr && !*tile.is_on_fibers) return {};
  // A thread that is not in the kernel, or not at a barrier, is suspended in the library.
  const base::memory_range kernel = base::module_range(code_of_kernel(part));
  std::vector<suspended_thread> threads;
  for (thread_number t = 0; t < *tile.threads; ++t) {
    const void* code = (*tile.contexts)[t].code;
    if (!kernel.contains(code)) code = (*tile.waiting)[t];
    if (code == nullptr) continue;
    threads.push_back({position_of(**tile.kernel, *tile.coordinates, t), code});
  }
  return threads;
}

}  // namespace milliamp::detail::engine
