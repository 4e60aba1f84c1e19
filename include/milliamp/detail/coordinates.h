/// @file
/// The common part of index and extent: N components of type int with componentwise arithmetic
/// (spec 4.1, 4.2).
#ifndef MILLIAMP_DETAIL_COORDINATES_H
#define MILLIAMP_DETAIL_COORDINATES_H

#include <milliamp/detail/always_inline.h>

namespace concurrency::details {

/// N components, the most significant first.
/// @tparam Self the class that derives from this one
template <class Self, int N>
class coordinates {
  static_assert(N > 0, "the rank of an index or an extent must be greater than 0");

 public:
  /// The number of dimensions.
  static constexpr int rank = N;
  /// The type of a component.
  using value_type = int;

  /// The component of dimension c; the most significant dimension is 0.
  MILLIAMP_ALWAYS_INLINE constexpr int operator[](unsigned int c) const { return component_[c]; }
  MILLIAMP_ALWAYS_INLINE constexpr int& operator[](unsigned int c) { return component_[c]; }

  constexpr Self& operator+=(const Self& rhs) {
    MILLIAMP_UNROLL for (int i = 0; i < N; ++i) component_[i] += rhs[i];
    return self();
  }
  constexpr Self& operator-=(const Self& rhs) {
    MILLIAMP_UNROLL for (int i = 0; i < N; ++i) component_[i] -= rhs[i];
    return self();
  }
  constexpr Self& operator+=(int rhs) {
    MILLIAMP_UNROLL for (int& c : component_) c += rhs;
    return self();
  }
  constexpr Self& operator-=(int rhs) {
    MILLIAMP_UNROLL for (int& c : component_) c -= rhs;
    return self();
  }
  constexpr Self& operator*=(int rhs) {
    MILLIAMP_UNROLL for (int& c : component_) c *= rhs;
    return self();
  }
  constexpr Self& operator/=(int rhs) {
    MILLIAMP_UNROLL for (int& c : component_) c /= rhs;
    return self();
  }
  constexpr Self& operator%=(int rhs) {
    MILLIAMP_UNROLL for (int& c : component_) c %= rhs;
    return self();
  }

  constexpr Self& operator++() { return *this += 1; }
  constexpr Self operator++(int) {
    Self old = self();
    *this += 1;
    return old;
  }
  constexpr Self& operator--() { return *this -= 1; }
  constexpr Self operator--(int) {
    Self old = self();
    *this -= 1;
    return old;
  }

  friend constexpr bool operator==(const Self& lhs, const Self& rhs) {
    MILLIAMP_UNROLL for (int i = 0; i < N; ++i) {
      if (lhs[i] != rhs[i]) return false;
    }
    return true;
  }
  friend constexpr bool operator!=(const Self& lhs, const Self& rhs) { return !(lhs == rhs); }

  friend constexpr Self operator+(Self lhs, const Self& rhs) { return lhs += rhs; }
  friend constexpr Self operator-(Self lhs, const Self& rhs) { return lhs -= rhs; }

  friend constexpr Self operator+(Self lhs, int rhs) { return lhs += rhs; }
  friend constexpr Self operator-(Self lhs, int rhs) { return lhs -= rhs; }
  friend constexpr Self operator*(Self lhs, int rhs) { return lhs *= rhs; }
  friend constexpr Self operator/(Self lhs, int rhs) { return lhs /= rhs; }
  friend constexpr Self operator%(Self lhs, int rhs) { return lhs %= rhs; }

  friend constexpr Self operator+(int lhs, Self rhs) { return rhs += lhs; }
  friend constexpr Self operator*(int lhs, Self rhs) { return rhs *= lhs; }
  friend constexpr Self operator-(int lhs, Self rhs) {
    MILLIAMP_UNROLL for (int i = 0; i < N; ++i) rhs[i] = lhs - rhs[i];
    return rhs;
  }
  friend constexpr Self operator/(int lhs, Self rhs) {
    MILLIAMP_UNROLL for (int i = 0; i < N; ++i) rhs[i] = lhs / rhs[i];
    return rhs;
  }
  friend constexpr Self operator%(int lhs, Self rhs) {
    MILLIAMP_UNROLL for (int i = 0; i < N; ++i) rhs[i] = lhs % rhs[i];
    return rhs;
  }

 protected:
  MILLIAMP_ALWAYS_INLINE constexpr coordinates() = default;

  int component_[N] = {};

 private:
  constexpr Self& self() { return static_cast<Self&>(*this); }
};

}  // namespace concurrency::details

#endif
