/// @file
/// extent<N>: the lengths of an N-dimensional space (spec 4.2).
///
///     extent<2> matrix(8, 9);          // 8 rows, 9 columns
///     auto tiles = matrix.tile<2, 3>(); // a compute domain of 4 x 3 tiles
#ifndef MILLIAMP_EXTENT_H
#define MILLIAMP_EXTENT_H

#include <milliamp/index.h>

namespace concurrency {

template <int D0, int D1 = 0, int D2 = 0>
class tiled_extent;

/// The bounds of an N-dimensional space with its origin at 0. Arithmetic is componentwise.
/// @tparam N the rank, any number greater than 0
template <int N>
class extent : public details::coordinates<extent<N>, N> {
 public:
  using details::coordinates<extent<N>, N>::operator+=;
  using details::coordinates<extent<N>, N>::operator-=;

  /// All components are 0.
  constexpr extent() = default;

  /// The components of an extent of rank 1, 2 or 3. These do not compile for another rank.
  template <int M = N, std::enable_if_t<M == 1, int> = 0>
  constexpr explicit extent(int e0) {
    this->component_[0] = e0;
  }
  template <int M = N, std::enable_if_t<M != 1, int> = 0>
  explicit extent(int e0) = delete;

  template <int M = N, std::enable_if_t<M == 2, int> = 0>
  constexpr extent(int e0, int e1) {
    this->component_[0] = e0;
    this->component_[1] = e1;
  }

  template <int M = N, std::enable_if_t<M == 3, int> = 0>
  constexpr extent(int e0, int e1, int e2) {
    this->component_[0] = e0;
    this->component_[1] = e1;
    this->component_[2] = e2;
  }

  /// @param components N values; fewer, or a null pointer, is undefined behaviour
  constexpr explicit extent(const int components[N]) {
    for (int i = 0; i < N; ++i) this->component_[i] = components[i];
  }

  /// The number of points in the space: the product of all components.
  constexpr unsigned int size() const {
    unsigned int product = 1;
    for (int i = 0; i < N; ++i) product *= static_cast<unsigned int>(this->component_[i]);
    return product;
  }

  /// Whether idx is within the space.
  MILLIAMP_ALWAYS_INLINE constexpr bool contains(const index<N>& idx) const {
    MILLIAMP_UNROLL for (int i = 0; i < N; ++i) {
      if (idx[i] < 0 || idx[i] >= this->component_[i]) return false;
    }
    return true;
  }

  /// Divides the space into tiles. The number of tile lengths must equal the rank.
  template <int D0>
  constexpr tiled_extent<D0> tile() const {
    static_assert(N == 1, "tile<D0>() is only supported on extent<1>");
    return tiled_extent<D0>(*this);
  }
  template <int D0, int D1>
  constexpr tiled_extent<D0, D1> tile() const {
    static_assert(N == 2, "tile<D0, D1>() is only supported on extent<2>");
    return tiled_extent<D0, D1>(*this);
  }
  template <int D0, int D1, int D2>
  constexpr tiled_extent<D0, D1, D2> tile() const {
    static_assert(N == 3, "tile<D0, D1, D2>() is only supported on extent<3>");
    return tiled_extent<D0, D1, D2>(*this);
  }

  constexpr extent& operator+=(const index<N>& idx) {
    for (int i = 0; i < N; ++i) this->component_[i] += idx[i];
    return *this;
  }
  constexpr extent& operator-=(const index<N>& idx) {
    for (int i = 0; i < N; ++i) this->component_[i] -= idx[i];
    return *this;
  }
  constexpr extent operator+(const index<N>& idx) const {
    extent sum = *this;
    return sum += idx;
  }
  constexpr extent operator-(const index<N>& idx) const {
    extent difference = *this;
    return difference -= idx;
  }
};

}  // namespace concurrency

#endif
