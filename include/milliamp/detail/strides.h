/// @file
/// The address computation for elements of arrays and views.
#ifndef MILLIAMP_DETAIL_STRIDES_H
#define MILLIAMP_DETAIL_STRIDES_H

#include <milliamp/detail/tile.h>
#include <milliamp/extent.h>

#include <cstddef>

namespace concurrency::details {

/// The distances, in elements, between neighbours in all dimensions of an N-dimensional region but
/// the last, in which neighbours are adjacent. They are stored instead of computed from the extent
/// because, as far as the compiler knows, a kernel's stores of ints may change an extent, but not
/// these.
template <int N>
class strides {
 public:
  /// The strides of a contiguous region.
  explicit strides(const concurrency::extent<N>& dense) {
    std::size_t distance = 1;
    for (int d = N - 1; d > 0; --d) {
      distance *= static_cast<std::size_t>(dense[d]);
      distance_[d - 1] = static_cast<std::ptrdiff_t>(distance);
    }
  }

  /// The distance of the element at an index from the first one. The row's distance is summed
  /// first: compilers keep this order, so loops over rows hoist it.
  MILLIAMP_ALWAYS_INLINE std::ptrdiff_t offset(const index<N>& at) const {
    std::ptrdiff_t row = at[0] * distance_[0];
    for (int d = 1; d < N - 1; ++d) row += at[d] * distance_[d];
    return row + at[N - 1];
  }

  /// The distance between neighbours in dimension d.
  std::ptrdiff_t operator[](int d) const { return d == N - 1 ? 1 : distance_[d]; }

  /// The strides of one slice across the first dimension.
  strides<N - 1> tail() const { return strides<N - 1>(distance_ + 1); }

 private:
  template <int>
  friend class strides;

  explicit strides(const std::ptrdiff_t* distance) {
    for (int d = 0; d < N - 1; ++d) distance_[d] = distance[d];
  }

  std::ptrdiff_t distance_[N - 1];
};

template <>
class strides<1> {
 public:
  explicit strides(const concurrency::extent<1>&) {}
  MILLIAMP_ALWAYS_INLINE std::ptrdiff_t offset(const index<1>& at) const { return at[0]; }
  std::ptrdiff_t operator[](int) const { return 1; }

 private:
  template <int>
  friend class strides;

  explicit strides(const std::ptrdiff_t*) {}

  /// An empty class would leave a word of a kernel uninitialized. If the host had stored the
  /// address of an array there before, the kernel would appear to refer to that array.
  std::ptrdiff_t word_ = 0;
};

/// The number of elements of an extent without negative lengths.
template <int N>
std::size_t element_count(const concurrency::extent<N>& extent) {
  std::size_t count = 1;
  for (int d = 0; d < N; ++d) count *= static_cast<std::size_t>(extent[d]);
  return count;
}

/// The lengths from an index to the end of an extent. They are meaningless, but defined, for an
/// index far outside of it.
template <int N>
concurrency::extent<N> rest_from(const concurrency::extent<N>& whole, const index<N>& origin) {
  concurrency::extent<N> rest;
  for (int d = 0; d < N; ++d) {
    rest[d] = static_cast<int>(static_cast<unsigned>(whole[d]) - static_cast<unsigned>(origin[d]));
  }
  return rest;
}

/// Whether an extent has at most some number of elements. Unlike element_count(), it cannot
/// overflow.
template <int N>
bool has_at_most(const concurrency::extent<N>& extent, std::size_t count) {
  bool is_empty = false;
  for (int d = 0; d < N; ++d) {
    if (extent[d] > 0) {
      count /= static_cast<std::size_t>(extent[d]);
    } else {
      is_empty = true;
    }
  }
  return count > 0 || is_empty;
}

/// The extent of one slice across the first dimension.
template <int N>
concurrency::extent<N - 1> tail(const concurrency::extent<N>& whole) {
  concurrency::extent<N - 1> slice;
  for (int d = 0; d < N - 1; ++d) slice[d] = whole[d + 1];
  return slice;
}

}  // namespace concurrency::details

#endif
