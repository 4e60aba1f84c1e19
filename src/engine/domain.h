/// @file
/// The compute domain of a launch: validation and tiles (spec 7).
#pragma once

#include <milliamp/detail/launch.h>

#include <tbb/blocked_range.h>
#include <tbb/task_group.h>

#include <cstdint>

namespace milliamp::detail::engine {

/// The number of points of an untiled domain.
/// @throws concurrency::invalid_compute_domain when a length is not positive or the product is too
///   large
std::int64_t count_points(const untiled_kernel& kernel);

/// The tiles of a launch, numbered with the least significant dimension fastest.
class tile_grid {
 public:
  using range = tbb::blocked_range<std::int64_t>;

  /// @throws concurrency::invalid_compute_domain when a length is not positive, the product is too
  ///   large, or the tile does not divide the domain
  explicit tile_grid(const tiled_kernel& kernel);

  /// All tiles, by number.
  range all() const { return range(0, std::int64_t{count_[0]} * count_[1] * count_[2]); }

  tile_coordinates coordinates_of(std::int64_t tile) const {
    const std::int64_t row = tile / count_[2];
    return {{static_cast<std::int32_t>(row / count_[1]), static_cast<std::int32_t>(row % count_[1]),
             static_cast<std::int32_t>(tile % count_[2])}};
  }

  /// Calls run(coordinates, number) for the tiles of a range, until the launch has failed.
  template <class Run>
  void for_each(const range& tiles, Run run) const {
    for (std::int64_t t = tiles.begin(); t != tiles.end(); ++t) {
      run(coordinates_of(t), static_cast<std::uint64_t>(t));
      if (tbb::is_current_task_group_canceling()) return;
    }
  }

 private:
  std::int32_t count_[3];
};

}  // namespace milliamp::detail::engine
