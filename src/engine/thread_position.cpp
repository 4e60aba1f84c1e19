#include "engine/thread_position.h"

namespace milliamp::detail::engine {

thread_position position_of(const tiled_kernel& kernel, const tile_coordinates& tile,
                            thread_number thread) {
  std::int32_t local[3];
  auto rest = static_cast<std::int32_t>(thread);
  for (int d = 2; d >= 0; --d) {
    local[d] = rest % kernel.tile_extent[d];
    rest /= kernel.tile_extent[d];
  }
  thread_position position;
  for (int d = 3 - kernel.rank; d < 3; ++d) {
    position.local.push_back(local[d]);
    position.tile.push_back(tile[d]);
    position.global.push_back(tile[d] * kernel.tile_extent[d] + local[d]);
  }
  return position;
}

std::vector<thread_position> positions_of(const tiled_kernel& kernel,
                                          const tile_coordinates& tile) {
  std::vector<thread_position> positions;
  for (thread_number t = 0; t < kernel.threads(); ++t) {
    positions.push_back(position_of(kernel, tile, t));
  }
  return positions;
}

thread_position position_of(const untiled_kernel& kernel, std::int64_t point) {
  thread_position position;
  position.global.resize(static_cast<std::size_t>(kernel.rank));
  for (int d = kernel.rank - 1; d >= 0; --d) {
    position.global[static_cast<std::size_t>(d)] =
        static_cast<std::int32_t>(point % kernel.extent[d]);
    point /= kernel.extent[d];
  }
  return position;
}

}  // namespace milliamp::detail::engine
