/// @file
/// norm and unorm: floats clamped to [-1, 1] and [0, 1] (spec 10.7).
///
///     norm n(0.75f);
///     n += norm(0.5f);       // 1: results are clamped
///     float f = n * 2;       // 2: with other types it is a float
#ifndef MILLIAMP_NORM_H
#define MILLIAMP_NORM_H

#include <milliamp/detail/tile.h>

namespace concurrency::graphics {

namespace details {

/// The common part of norm and unorm. All functions are always inlined, so that the checker reports
/// accesses at their locations in the program and not in this header.
/// @tparam Self the class that derives from this one
/// @tparam Lowest the least value; the greatest is 1
template <class Self, int Lowest>
class normalized {
 public:
  MILLIAMP_ALWAYS_INLINE constexpr operator float() const { return value_; }

  /// Results are computed as floats and clamped.
  MILLIAMP_ALWAYS_INLINE constexpr Self& operator+=(const Self& other) {
    return self() = Self(value_ + other.value_);
  }
  MILLIAMP_ALWAYS_INLINE constexpr Self& operator-=(const Self& other) {
    return self() = Self(value_ - other.value_);
  }
  MILLIAMP_ALWAYS_INLINE constexpr Self& operator*=(const Self& other) {
    return self() = Self(value_ * other.value_);
  }
  MILLIAMP_ALWAYS_INLINE constexpr Self& operator/=(const Self& other) {
    return self() = Self(value_ / other.value_);
  }

  MILLIAMP_ALWAYS_INLINE constexpr Self& operator++() { return self() = Self(value_ + 1.0f); }
  MILLIAMP_ALWAYS_INLINE constexpr Self operator++(int) {
    const Self old = self();
    ++*this;
    return old;
  }
  MILLIAMP_ALWAYS_INLINE constexpr Self& operator--() { return self() = Self(value_ - 1.0f); }
  MILLIAMP_ALWAYS_INLINE constexpr Self operator--(int) {
    const Self old = self();
    --*this;
    return old;
  }

 protected:
  constexpr normalized() = default;
  MILLIAMP_ALWAYS_INLINE constexpr explicit normalized(float v) : value_(clamp(v)) {}
  MILLIAMP_ALWAYS_INLINE constexpr explicit normalized(double v)
      : value_(static_cast<float>(clamp(v))) {}

 private:
  // Written so that it compiles to two instructions, a maximum and a minimum, also for vectors.
  template <class T>
  MILLIAMP_ALWAYS_INLINE static constexpr T clamp(T v) {
    const T high_enough = v > T(Lowest) ? v : T(Lowest);
    return high_enough < T(1) ? high_enough : T(1);
  }

  MILLIAMP_ALWAYS_INLINE constexpr Self& self() { return static_cast<Self&>(*this); }

  float value_ = 0.0f;
};

}  // namespace details

class unorm;

/// A float in [-1, 1]. Other values are clamped; NaN becomes -1.
class norm : public details::normalized<norm, -1> {
 public:
  /// 0.
  constexpr norm() = default;
  MILLIAMP_ALWAYS_INLINE constexpr explicit norm(float v) : normalized(v) {}
  MILLIAMP_ALWAYS_INLINE constexpr explicit norm(unsigned int v)
      : normalized(static_cast<float>(v)) {}
  MILLIAMP_ALWAYS_INLINE constexpr explicit norm(int v) : normalized(static_cast<float>(v)) {}
  MILLIAMP_ALWAYS_INLINE constexpr explicit norm(double v) : normalized(v) {}
  MILLIAMP_ALWAYS_INLINE constexpr norm(const unorm& other);

  MILLIAMP_ALWAYS_INLINE constexpr norm operator-() const {
    return norm(-static_cast<float>(*this));
  }
};

/// A float in [0, 1]. Other values are clamped; NaN becomes 0.
class unorm : public details::normalized<unorm, 0> {
 public:
  /// 0.
  constexpr unorm() = default;
  MILLIAMP_ALWAYS_INLINE constexpr explicit unorm(float v) : normalized(v) {}
  MILLIAMP_ALWAYS_INLINE constexpr explicit unorm(unsigned int v)
      : normalized(static_cast<float>(v)) {}
  MILLIAMP_ALWAYS_INLINE constexpr explicit unorm(int v) : normalized(static_cast<float>(v)) {}
  MILLIAMP_ALWAYS_INLINE constexpr explicit unorm(double v) : normalized(v) {}
  MILLIAMP_ALWAYS_INLINE constexpr explicit unorm(const norm& other)
      : normalized(static_cast<float>(other)) {}
};

MILLIAMP_ALWAYS_INLINE constexpr norm::norm(const unorm& other)
    : normalized(static_cast<float>(other)) {}

// The operators of both types (spec 10.7.1). Results are computed as floats and, unless they are
// bool, clamped.
#define MILLIAMP_NORM_OPERATOR(result, type, op)                                          \
  MILLIAMP_ALWAYS_INLINE constexpr result operator op(const type& lhs, const type& rhs) { \
    return result(static_cast<float>(lhs) op static_cast<float>(rhs));                    \
  }
#define MILLIAMP_NORM_OPERATORS(type)    \
  MILLIAMP_NORM_OPERATOR(type, type, +)  \
  MILLIAMP_NORM_OPERATOR(type, type, -)  \
  MILLIAMP_NORM_OPERATOR(type, type, *)  \
  MILLIAMP_NORM_OPERATOR(type, type, /)  \
  MILLIAMP_NORM_OPERATOR(bool, type, ==) \
  MILLIAMP_NORM_OPERATOR(bool, type, !=) \
  MILLIAMP_NORM_OPERATOR(bool, type, >)  \
  MILLIAMP_NORM_OPERATOR(bool, type, <)  \
  MILLIAMP_NORM_OPERATOR(bool, type, >=) \
  MILLIAMP_NORM_OPERATOR(bool, type, <=)

MILLIAMP_NORM_OPERATORS(unorm)
MILLIAMP_NORM_OPERATORS(norm)
#undef MILLIAMP_NORM_OPERATORS
#undef MILLIAMP_NORM_OPERATOR

}  // namespace concurrency::graphics

// The limits (spec 10.7.1, where UNORM_ZERO is also a norm).
#define UNORM_MIN ((concurrency::graphics::unorm)0.0f)
#define UNORM_MAX ((concurrency::graphics::unorm)1.0f)
#define UNORM_ZERO ((concurrency::graphics::norm)0.0f)
#define NORM_ZERO ((concurrency::graphics::norm)0.0f)
#define NORM_MIN ((concurrency::graphics::norm)-1.0f)
#define NORM_MAX ((concurrency::graphics::norm)1.0f)

#endif
