/// @file
/// tiled_index<D0, D1, D2>: the indices of a thread in a tiled launch (spec 4.4).
///
///     parallel_for_each(domain.tile<16, 16>(), [=](tiled_index<16, 16> t) restrict(amp) {
///       output[t.global] = input[t.tile_origin + flip(t.local)];
///     });
#ifndef MILLIAMP_TILED_INDEX_H
#define MILLIAMP_TILED_INDEX_H

#include <milliamp/tile_barrier.h>
#include <milliamp/tiled_extent.h>

namespace concurrency {

/// The indices of one thread of a tiled launch, and the barrier of its tile. With the tile lengths
/// D: tile_origin == tile * D, global == tile_origin + local. Converts to the global index. The
/// tile lengths are the constants tile_dim0 to tile_dim2, as far as the rank goes.
template <int D0, int D1 = 0, int D2 = 0>
class tiled_index : public details::tile_lengths<D0, D1, D2> {
  using dimensions = details::tile_dimensions<D0, D1, D2>;

 public:
  static constexpr int rank = dimensions::rank;

  /// The thread's index in the compute domain.
  const index<rank> global;
  /// The thread's index in its tile.
  const index<rank> local;
  /// The index of the tile among the tiles.
  const index<rank> tile;
  /// The global index of the tile's first thread.
  const index<rank> tile_origin;
  /// The barrier of the tile.
  const tile_barrier barrier;

  /// The tile lengths as an extent.
  static constexpr extent<rank> tile_extent = dimensions::extent();

  constexpr tiled_index(const index<rank>& global_index, const index<rank>& local_index,
                        const index<rank>& tile_index, const index<rank>& origin,
                        const tile_barrier& tile_wide_barrier)
      : global(global_index),
        local(local_index),
        tile(tile_index),
        tile_origin(origin),
        barrier(tile_wide_barrier) {}
  constexpr tiled_index(const tiled_index& other) = default;

  constexpr operator const index<rank>() const { return global; }

  constexpr extent<rank> get_tile_extent() const { return tile_extent; }
};

}  // namespace concurrency

#endif
