/// @file
/// norm and unorm: floats that stay within [-1, 1] and [0, 1] (spec 10.7).
///
///     norm n(0.75f);
///     n += norm(0.5f);       // 1: results are clamped
///     float f = n * 2;       // 2: with other types it is a float
#ifndef MILLIAMP_NORM_H
#define MILLIAMP_NORM_H

namespace concurrency {
namespace graphics {

namespace detail {

/// What norm and unorm have in common. @tparam Self the class that derives from this one.
/// @tparam Lowest the least value; the greatest is 1.
template <class Self, int Lowest>
class normalized {
 public:
  constexpr operator float() const { return value_; }

  /// Results are computed as floats and clamped.
  constexpr Self& operator+=(const Self& other) { return self() = Self(value_ + other.value_); }
  constexpr Self& operator-=(const Self& other) { return self() = Self(value_ - other.value_); }
  constexpr Self& operator*=(const Self& other) { return self() = Self(value_ * other.value_); }
  constexpr Self& operator/=(const Self& other) { return self() = Self(value_ / other.value_); }

  constexpr Self& operator++() { return self() = Self(value_ + 1.0f); }
  constexpr Self operator++(int) {
    const Self old = self();
    ++*this;
    return old;
  }
  constexpr Self& operator--() { return self() = Self(value_ - 1.0f); }
  constexpr Self operator--(int) {
    const Self old = self();
    --*this;
    return old;
  }

  friend constexpr Self operator+(const Self& lhs, const Self& rhs) {
    return Self(lhs.value_ + rhs.value_);
  }
  friend constexpr Self operator-(const Self& lhs, const Self& rhs) {
    return Self(lhs.value_ - rhs.value_);
  }
  friend constexpr Self operator*(const Self& lhs, const Self& rhs) {
    return Self(lhs.value_ * rhs.value_);
  }
  friend constexpr Self operator/(const Self& lhs, const Self& rhs) {
    return Self(lhs.value_ / rhs.value_);
  }

  friend constexpr bool operator==(const Self& lhs, const Self& rhs) {
    return lhs.value_ == rhs.value_;
  }
  friend constexpr bool operator!=(const Self& lhs, const Self& rhs) {
    return lhs.value_ != rhs.value_;
  }
  friend constexpr bool operator>(const Self& lhs, const Self& rhs) {
    return lhs.value_ > rhs.value_;
  }
  friend constexpr bool operator<(const Self& lhs, const Self& rhs) {
    return lhs.value_ < rhs.value_;
  }
  friend constexpr bool operator>=(const Self& lhs, const Self& rhs) {
    return lhs.value_ >= rhs.value_;
  }
  friend constexpr bool operator<=(const Self& lhs, const Self& rhs) {
    return lhs.value_ <= rhs.value_;
  }

 protected:
  constexpr normalized() = default;
  constexpr explicit normalized(float v) : value_(clamp(v)) {}
  constexpr explicit normalized(double v) : value_(static_cast<float>(clamp(v))) {}

 private:
  // Written so that it is two instructions, a maximum and a minimum, also on vectors of numbers.
  template <class T>
  static constexpr T clamp(T v) {
    const T high_enough = v > T(Lowest) ? v : T(Lowest);
    return high_enough < T(1) ? high_enough : T(1);
  }

  constexpr Self& self() { return static_cast<Self&>(*this); }

  float value_ = 0.0f;
};

}  // namespace detail

class unorm;

/// A float within [-1, 1]. Other numbers are clamped into that range; NaN becomes -1.
class norm : public detail::normalized<norm, -1> {
 public:
  /// 0.
  constexpr norm() = default;
  constexpr explicit norm(float v) : normalized(v) {}
  constexpr explicit norm(unsigned int v) : normalized(static_cast<float>(v)) {}
  constexpr explicit norm(int v) : normalized(static_cast<float>(v)) {}
  constexpr explicit norm(double v) : normalized(v) {}
  constexpr norm(const unorm& other);

  constexpr norm operator-() const { return norm(-static_cast<float>(*this)); }
};

/// A float within [0, 1]. Other numbers are clamped into that range; NaN becomes 0.
class unorm : public detail::normalized<unorm, 0> {
 public:
  /// 0.
  constexpr unorm() = default;
  constexpr explicit unorm(float v) : normalized(v) {}
  constexpr explicit unorm(unsigned int v) : normalized(static_cast<float>(v)) {}
  constexpr explicit unorm(int v) : normalized(static_cast<float>(v)) {}
  constexpr explicit unorm(double v) : normalized(v) {}
  constexpr explicit unorm(const norm& other) : normalized(static_cast<float>(other)) {}
};

constexpr norm::norm(const unorm& other) : normalized(static_cast<float>(other)) {}

}  // namespace graphics
}  // namespace concurrency

#define UNORM_MIN ((concurrency::graphics::unorm)0.0f)
#define UNORM_MAX ((concurrency::graphics::unorm)1.0f)
#define UNORM_ZERO ((concurrency::graphics::unorm)0.0f)
#define NORM_ZERO ((concurrency::graphics::norm)0.0f)
#define NORM_MIN ((concurrency::graphics::norm)-1.0f)
#define NORM_MAX ((concurrency::graphics::norm)1.0f)

#endif
