#include "engine/domain.h"

#include "base/show.h"

#include <milliamp/exceptions.h>

#include <string>

namespace milliamp::detail::engine {

namespace {

using concurrency::invalid_compute_domain;

std::int64_t count_points(const std::int32_t* lengths, int rank) {
  constexpr std::int64_t most = 0xFFFFFFFF;
  std::int64_t points = 1;
  for (int d = 0; d < rank; ++d) {
    if (lengths[d] <= 0) {
      const std::string message = "parallel_for_each: the extent " + base::show(lengths, rank) +
                                  " has the length " + std::to_string(lengths[d]) +
                                  " in dimension " + std::to_string(d) +
                                  "; every length must be greater than 0";
      throw invalid_compute_domain(message.c_str());
    }
    if (points > most / lengths[d]) {
      const std::string message = "parallel_for_each: the extent " + base::show(lengths, rank) +
                                  " has more than " + std::to_string(most) +
                                  " points; split it over several launches";
      throw invalid_compute_domain(message.c_str());
    }
    points *= lengths[d];
  }
  return points;
}

}  // namespace

std::int64_t count_points(const untiled_kernel& kernel) {
  return count_points(kernel.extent, kernel.rank);
}

tile_grid::tile_grid(const tiled_kernel& kernel) {
  const int first = 3 - kernel.rank;
  count_points(kernel.extent + first, kernel.rank);
  for (int d = 0; d < 3; ++d) {
    count_[d] = kernel.extent[d] / kernel.tile_extent[d];
    if (kernel.extent[d] % kernel.tile_extent[d] == 0) continue;
    const std::string message =
        "parallel_for_each: the extent " + base::show(kernel.extent + first, kernel.rank) +
        " is not divisible by the tile " + base::show(kernel.tile_extent + first, kernel.rank) +
        " in dimension " + std::to_string(d - first) +
        "; use tiled_extent::pad() or truncate(), or another tile";
    throw invalid_compute_domain(message.c_str());
  }
}

}  // namespace milliamp::detail::engine
