#include "engine/running_part.h"

namespace milliamp::detail::engine {

const void* code_of_kernel(const running_part& part) {
  const described_part& any = part.description();
  if (any.what == described_part::kind::points) {
    const auto& points = reinterpret_cast<const described_points&>(any);
    return reinterpret_cast<const void*>(points.kernel->run);
  }
  const auto& tile = reinterpret_cast<const described_tile&>(any);
  return reinterpret_cast<const void*>((*tile.kernel)->run_one);
}

}  // namespace milliamp::detail::engine
