/// @file
/// tiled_extent<D0, D1, D2>: a compute domain divided into equal tiles (spec 4.3).
///
///     tiled_extent<16, 16> domain(matrix.extent);
///     parallel_for_each(domain.pad(), kernel);  // whole tiles, also at the edges
#ifndef MILLIAMP_TILED_EXTENT_H
#define MILLIAMP_TILED_EXTENT_H

#include <milliamp/exceptions.h>
#include <milliamp/extent.h>

#include <limits>
#include <string>

namespace concurrency {
namespace details {

/// The tile lengths of a tiled_extent or a tiled_index. Launches limit the size of a tile (spec 7);
/// these classes do not, because the specification's own examples have larger tiles.
template <int D0, int D1, int D2>
struct tile_dimensions {
  static constexpr int rank = D1 == 0 ? 1 : D2 == 0 ? 2 : 3;

  static_assert(D0 > 0 && D1 >= 0 && D2 >= 0, "the lengths of a tile must be greater than 0");
  static_assert(D1 > 0 || D2 == 0, "a tile of rank 3 needs a second length greater than 0");

  /// The lengths as an extent.
  static constexpr concurrency::extent<rank> extent() {
    constexpr int lengths[3] = {D0, D1, D2};
    return concurrency::extent<rank>(lengths);
  }
};

/// The tile lengths as constants, one for each dimension of the tile.
template <int D0, int D1, int D2>
struct tile_lengths {
  static constexpr int tile_dim0 = D0;
  static constexpr int tile_dim1 = D1;
  static constexpr int tile_dim2 = D2;
};
template <int D0, int D1>
struct tile_lengths<D0, D1, 0> {
  static constexpr int tile_dim0 = D0;
  static constexpr int tile_dim1 = D1;
};
template <int D0>
struct tile_lengths<D0, 0, 0> {
  static constexpr int tile_dim0 = D0;
};

[[noreturn]] inline void throw_padding(int length, int tile_length) {
  const std::string text = "pad: a length of " + std::to_string(length) +
                           " cannot be padded to a multiple of " + std::to_string(tile_length) +
                           ": the result exceeds the range of int";
  throw runtime_exception(text.c_str(), e_invalid_argument);
}

}  // namespace details

/// An extent of rank 1 to 3 that is divided into tiles of D0 x D1 x D2 threads; D0 is the most
/// significant length. It has all members of extent<rank>, and tile_dim0 to tile_dim2 as far as its
/// rank goes.
template <int D0, int D1, int D2>
class tiled_extent : public extent<details::tile_dimensions<D0, D1, D2>::rank>,
                     public details::tile_lengths<D0, D1, D2> {
  using dimensions = details::tile_dimensions<D0, D1, D2>;
  using base = concurrency::extent<dimensions::rank>;

 public:
  /// The tile lengths as an extent.
  static constexpr base tile_extent = dimensions::extent();

  constexpr tiled_extent() = default;
  constexpr tiled_extent(const base& ext) : base(ext) {}

  constexpr base get_tile_extent() const { return tile_extent; }

  /// The smallest tiled_extent of whole tiles that contains this one.
  /// @throws runtime_exception when a padded length exceeds the range of int
  constexpr tiled_extent pad() const {
    tiled_extent padded = *this;
    for (int i = 0; i < base::rank; ++i) {
      const int length = tile_extent[i];
      const long long tiles = ((*this)[i] + (length - 1LL)) / length;
      if (tiles * length > std::numeric_limits<int>::max()) {
        details::throw_padding((*this)[i], length);
      }
      padded[i] = static_cast<int>(tiles * length);
    }
    return padded;
  }

  /// The largest tiled_extent of whole tiles that this one contains.
  constexpr tiled_extent truncate() const {
    tiled_extent truncated = *this;
    for (int i = 0; i < base::rank; ++i) truncated[i] -= truncated[i] % tile_extent[i];
    return truncated;
  }

  friend constexpr bool operator==(const tiled_extent& lhs, const tiled_extent& rhs) {
    return static_cast<const base&>(lhs) == static_cast<const base&>(rhs);
  }
  friend constexpr bool operator!=(const tiled_extent& lhs, const tiled_extent& rhs) {
    return !(lhs == rhs);
  }
};

}  // namespace concurrency

#endif
