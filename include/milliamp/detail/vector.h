/// @file
/// vector<T, N>: the class template of all short vector types, such as float_4 (spec 10.8).
#ifndef MILLIAMP_DETAIL_VECTOR_H
#define MILLIAMP_DETAIL_VECTOR_H

#include <milliamp/detail/checked.h>
#include <milliamp/detail/swizzle.h>
#include <milliamp/detail/tile.h>

#include <type_traits>

namespace concurrency::graphics::details {

/// The shorter vector type to which a swizzle converts.
template <class T, int... Picked>
using part = vector<T, sizeof...(Picked)>;

/// The members for one swizzle, with both sets of names (xyzw and rgba).
#define MILLIAMP_SWIZZLE_MEMBERS(name, color, ...) swizzle_of<T, size, __VA_ARGS__> name, color;

/// The functions for one swizzle.
#define MILLIAMP_SWIZZLE_FUNCTIONS(name, color, ...)                              \
  MILLIAMP_ALWAYS_INLINE part<T, __VA_ARGS__> get_##name() const { return name; } \
  MILLIAMP_ALWAYS_INLINE void set_##name(const part<T, __VA_ARGS__>& v) { name = v; }

/// The functions for one component.
#define MILLIAMP_COMPONENT_FUNCTIONS(name, color)                        \
  MILLIAMP_ALWAYS_INLINE constexpr T get_##name() const { return name; } \
  MILLIAMP_ALWAYS_INLINE constexpr void set_##name(T v) { name = v; }    \
  MILLIAMP_ALWAYS_INLINE constexpr T& ref_##name() { return name; }      \
  MILLIAMP_ALWAYS_INLINE constexpr T& ref_##color() { return name; }

// Anonymous structs are not in the C++ standard; both compilers support them as an extension.
#if defined(__clang__)
#pragma clang diagnostic push
#pragma clang diagnostic ignored "-Wnested-anon-types"
#endif

template <class T>
struct components<T, 2> {
  static constexpr int size = 2;

  union {
    __extension__ struct { T x, y; };
    __extension__ struct { T r, g; };
    MILLIAMP_SWIZZLES_OF_2(MILLIAMP_SWIZZLE_MEMBERS)
  };

  MILLIAMP_ALWAYS_INLINE constexpr components(T c0, T c1) : x(c0), y(c1) {}
  components(const components& other) = default;

  MILLIAMP_COMPONENT_FUNCTIONS(x, r)
  MILLIAMP_COMPONENT_FUNCTIONS(y, g)
  MILLIAMP_SWIZZLES_OF_2(MILLIAMP_SWIZZLE_FUNCTIONS)
};

template <class T>
struct components<T, 3> {
  static constexpr int size = 3;

  union {
    __extension__ struct { T x, y, z; };
    __extension__ struct { T r, g, b; };
    MILLIAMP_SWIZZLES_OF_3(MILLIAMP_SWIZZLE_MEMBERS)
  };

  MILLIAMP_ALWAYS_INLINE constexpr components(T c0, T c1, T c2) : x(c0), y(c1), z(c2) {}
  components(const components& other) = default;

  MILLIAMP_COMPONENT_FUNCTIONS(x, r)
  MILLIAMP_COMPONENT_FUNCTIONS(y, g)
  MILLIAMP_COMPONENT_FUNCTIONS(z, b)
  MILLIAMP_SWIZZLES_OF_3(MILLIAMP_SWIZZLE_FUNCTIONS)
};

template <class T>
struct components<T, 4> {
  static constexpr int size = 4;

  union {
    __extension__ struct { T x, y, z, w; };
    __extension__ struct { T r, g, b, a; };
    MILLIAMP_SWIZZLES_OF_4(MILLIAMP_SWIZZLE_MEMBERS)
  };

  MILLIAMP_ALWAYS_INLINE constexpr components(T c0, T c1, T c2, T c3)
      : x(c0), y(c1), z(c2), w(c3) {}
  components(const components& other) = default;

  MILLIAMP_COMPONENT_FUNCTIONS(x, r)
  MILLIAMP_COMPONENT_FUNCTIONS(y, g)
  MILLIAMP_COMPONENT_FUNCTIONS(z, b)
  MILLIAMP_COMPONENT_FUNCTIONS(w, a)
  MILLIAMP_SWIZZLES_OF_4(MILLIAMP_SWIZZLE_FUNCTIONS)
};

#if defined(__clang__)
#pragma clang diagnostic pop
#endif

#undef MILLIAMP_PERMUTE_2
#undef MILLIAMP_PERMUTE_3
#undef MILLIAMP_PERMUTE_3_AFTER
#undef MILLIAMP_SWIZZLES_OF_2
#undef MILLIAMP_SWIZZLES_OF_3
#undef MILLIAMP_SWIZZLES_OF_4
#undef MILLIAMP_SWIZZLE_MEMBERS
#undef MILLIAMP_SWIZZLE_FUNCTIONS
#undef MILLIAMP_COMPONENT_FUNCTIONS

/// A component by number: x is 0.
template <int I, class T, int N>
MILLIAMP_ALWAYS_INLINE constexpr const T& get(const components<T, N>& v) {
  if constexpr (I == 0) {
    return v.x;
  } else if constexpr (I == 1) {
    return v.y;
  } else if constexpr (I == 2) {
    return v.z;
  } else {
    return v.w;
  }
}
template <int I, class T, int N>
MILLIAMP_ALWAYS_INLINE constexpr T& get(components<T, N>& v) {
  return const_cast<T&>(get<I>(static_cast<const components<T, N>&>(v)));
}

/// N components of type T; N is 2, 3 or 4. Arithmetic is componentwise. Objects have no padding and
/// the alignment of T.
///
/// The copy constructor is trivial. The assignment operator cannot be: it is trivial only if those
/// of all swizzles are, but `u.xz = v.xz` must not change y.
template <class T, int N>
class vector : public components<T, N> {
  using indices = std::make_integer_sequence<int, N>;

  template <class U>
  static constexpr bool is_integer = std::is_integral_v<U>;
  template <class U>
  static constexpr bool is_signed = static_cast<float>(U(-1)) < 0;
  template <class U>
  static constexpr bool is_normalized = !std::is_arithmetic_v<U>;

 public:
  /// The type of a component.
  using value_type = T;

  /// All components are 0.
  MILLIAMP_ALWAYS_INLINE constexpr vector() : vector(T()) {}
  /// All components are value.
  MILLIAMP_ALWAYS_INLINE constexpr vector(T value) : vector(value, indices()) {}
  vector(const vector& other) = default;

  /// One value for each component; another number of values does not compile.
  template <int M = N, std::enable_if_t<M == 2, int> = 0>
  MILLIAMP_ALWAYS_INLINE constexpr vector(T v1, T v2) : components<T, N>(v1, v2) {}
  template <int M = N, std::enable_if_t<M == 3, int> = 0>
  MILLIAMP_ALWAYS_INLINE constexpr vector(T v1, T v2, T v3) : components<T, N>(v1, v2, v3) {}
  template <int M = N, std::enable_if_t<M == 4, int> = 0>
  MILLIAMP_ALWAYS_INLINE constexpr vector(T v1, T v2, T v3, T v4)
      : components<T, N>(v1, v2, v3, v4) {}

  /// Floats for a vector of norm or unorm; they are clamped.
  template <class U = T, std::enable_if_t<is_normalized<U>, int> = 0>
  MILLIAMP_ALWAYS_INLINE constexpr explicit vector(float value) : vector(U(value)) {}
  template <class U = T, int M = N, std::enable_if_t<is_normalized<U> && M == 2, int> = 0>
  MILLIAMP_ALWAYS_INLINE constexpr vector(float v1, float v2) : vector(U(v1), U(v2)) {}
  template <class U = T, int M = N, std::enable_if_t<is_normalized<U> && M == 3, int> = 0>
  MILLIAMP_ALWAYS_INLINE constexpr vector(float v1, float v2, float v3)
      : vector(U(v1), U(v2), U(v3)) {}
  template <class U = T, int M = N, std::enable_if_t<is_normalized<U> && M == 4, int> = 0>
  MILLIAMP_ALWAYS_INLINE constexpr vector(float v1, float v2, float v3, float v4)
      : vector(U(v1), U(v2), U(v3), U(v4)) {}

  /// Converts each component.
  template <class U>
  MILLIAMP_ALWAYS_INLINE constexpr explicit vector(const vector<U, N>& other)
      : vector(other, indices()) {}
  template <class Members, class U, int M, int... Picked,
            std::enable_if_t<!std::is_same_v<U, T>, int> = 0>
  MILLIAMP_ALWAYS_INLINE explicit vector(const swizzle<Members, vector<U, N>, M, Picked...>& other)
      : vector(static_cast<vector<U, N>>(other)) {}

  MILLIAMP_ALWAYS_INLINE vector& operator=(const vector& other) {
#if defined(__clang__) && !MILLIAMP_CHECKED_CODE
    // As a whole, like a struct: Clang 14 vectorizes assignments of components across elements,
    // which takes up to 1.7 times as long. GCC 12 does best with componentwise assignment.
    __builtin_memmove(static_cast<void*>(this), &other, sizeof *this);
#else
    assign(other, indices());
#endif
    return *this;
  }

  MILLIAMP_ALWAYS_INLINE vector& operator++() { return *this += vector(T(1)); }
  MILLIAMP_ALWAYS_INLINE vector& operator--() { return *this -= vector(T(1)); }
  MILLIAMP_ALWAYS_INLINE vector operator++(int) {
    const vector old = *this;
    ++*this;
    return old;
  }
  MILLIAMP_ALWAYS_INLINE vector operator--(int) {
    const vector old = *this;
    --*this;
    return old;
  }

  MILLIAMP_ALWAYS_INLINE vector& operator+=(const vector& rhs) { return *this = *this + rhs; }
  MILLIAMP_ALWAYS_INLINE vector& operator-=(const vector& rhs) { return *this = *this - rhs; }
  MILLIAMP_ALWAYS_INLINE vector& operator*=(const vector& rhs) { return *this = *this * rhs; }
  MILLIAMP_ALWAYS_INLINE vector& operator/=(const vector& rhs) { return *this = *this / rhs; }

  MILLIAMP_ALWAYS_INLINE friend constexpr vector operator+(const vector& lhs, const vector& rhs) {
    return combine(
        lhs, rhs, [](T a, T b) { return a + b; }, indices());
  }
  MILLIAMP_ALWAYS_INLINE friend constexpr vector operator-(const vector& lhs, const vector& rhs) {
    return combine(
        lhs, rhs, [](T a, T b) { return a - b; }, indices());
  }
  MILLIAMP_ALWAYS_INLINE friend constexpr vector operator*(const vector& lhs, const vector& rhs) {
    return combine(
        lhs, rhs, [](T a, T b) { return a * b; }, indices());
  }
  MILLIAMP_ALWAYS_INLINE friend constexpr vector operator/(const vector& lhs, const vector& rhs) {
    return combine(
        lhs, rhs, [](T a, T b) { return a / b; }, indices());
  }

  /// Whether all components are equal.
  MILLIAMP_ALWAYS_INLINE friend constexpr bool operator==(const vector& lhs, const vector& rhs) {
    return equal(lhs, rhs, indices());
  }
  MILLIAMP_ALWAYS_INLINE friend constexpr bool operator!=(const vector& lhs, const vector& rhs) {
    return !(lhs == rhs);
  }

  /// Not for uint and unorm.
  template <class U = T, std::enable_if_t<is_signed<U>, int> = 0>
  MILLIAMP_ALWAYS_INLINE friend constexpr vector operator-(const vector& v) {
    return combine(
        v, v, [](T a, T) { return -a; }, indices());
  }

#define MILLIAMP_INTEGER_OPERATOR(op)                                             \
  template <class U = T, std::enable_if_t<is_integer<U>, int> = 0>                \
  MILLIAMP_ALWAYS_INLINE friend constexpr vector operator op(const vector& lhs,   \
                                                             const vector& rhs) { \
    return combine(                                                               \
        lhs, rhs, [](T a, T b) { return a op b; }, indices());                    \
  }                                                                               \
  template <class U = T, std::enable_if_t<is_integer<U>, int> = 0>                \
  MILLIAMP_ALWAYS_INLINE vector& operator op##=(const vector& rhs) {              \
    return *this = *this op rhs;                                                  \
  }

  /// For int and uint only.
  MILLIAMP_INTEGER_OPERATOR(%)
  MILLIAMP_INTEGER_OPERATOR(^)
  MILLIAMP_INTEGER_OPERATOR(|)
  MILLIAMP_INTEGER_OPERATOR(&)
  MILLIAMP_INTEGER_OPERATOR(<<)
  MILLIAMP_INTEGER_OPERATOR(>>)
#undef MILLIAMP_INTEGER_OPERATOR
  template <class U = T, std::enable_if_t<is_integer<U>, int> = 0>
  MILLIAMP_ALWAYS_INLINE friend constexpr vector operator~(const vector& v) {
    return combine(
        v, v, [](T a, T) { return ~a; }, indices());
  }

 private:
  template <int... I>
  MILLIAMP_ALWAYS_INLINE constexpr vector(T value, std::integer_sequence<int, I...>)
      : components<T, N>((void(I), value)...) {}
  template <class U, int... I>
  MILLIAMP_ALWAYS_INLINE constexpr vector(const vector<U, N>& other,
                                          std::integer_sequence<int, I...>)
      : components<T, N>(static_cast<T>(get<I>(other))...) {}

  template <int... I>
  MILLIAMP_ALWAYS_INLINE void assign(const vector& other, std::integer_sequence<int, I...>) {
    ((get<I>(*this) = get<I>(other)), ...);
  }
  template <class F, int... I>
  MILLIAMP_ALWAYS_INLINE static constexpr vector combine(const vector& lhs, const vector& rhs, F f,
                                                         std::integer_sequence<int, I...>) {
    return vector(f(get<I>(lhs), get<I>(rhs))...);
  }
  template <int... I>
  MILLIAMP_ALWAYS_INLINE static constexpr bool equal(const vector& lhs, const vector& rhs,
                                                     std::integer_sequence<int, I...>) {
    return ((get<I>(lhs) == get<I>(rhs)) && ...);
  }
};

}  // namespace concurrency::graphics::details

#endif
