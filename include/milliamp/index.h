/// @file
/// index<N>: a point in N-dimensional space (spec 4.1).
///
///     index<2> i(3, 1);   // row 3, column 1
///     i[0] += 1;          // row 4
#ifndef MILLIAMP_INDEX_H
#define MILLIAMP_INDEX_H

#include <milliamp/detail/coordinates.h>

#include <type_traits>

namespace concurrency {

/// A point in N-dimensional space, relative to the origin; components may be negative. Arithmetic
/// is componentwise.
/// @tparam N the rank, any number greater than 0
template <int N>
class index : public details::coordinates<index<N>, N> {
 public:
  /// All components are 0.
  constexpr index() = default;

  /// The components of an index of rank 1, 2 or 3. These do not compile for another rank.
  template <int M = N, std::enable_if_t<M == 1, int> = 0>
  constexpr explicit index(int i0) {
    this->component_[0] = i0;
  }
  template <int M = N, std::enable_if_t<M != 1, int> = 0>
  explicit index(int i0) = delete;

  template <int M = N, std::enable_if_t<M == 2, int> = 0>
  constexpr index(int i0, int i1) {
    this->component_[0] = i0;
    this->component_[1] = i1;
  }

  template <int M = N, std::enable_if_t<M == 3, int> = 0>
  constexpr index(int i0, int i1, int i2) {
    this->component_[0] = i0;
    this->component_[1] = i1;
    this->component_[2] = i2;
  }

  /// @param components N values; fewer, or a null pointer, is undefined behaviour
  MILLIAMP_ALWAYS_INLINE constexpr explicit index(const int components[N]) {
    MILLIAMP_UNROLL for (int i = 0; i < N; ++i) this->component_[i] = components[i];
  }
};

}  // namespace concurrency

#endif
