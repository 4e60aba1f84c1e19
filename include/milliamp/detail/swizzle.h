/// @file
/// Swizzles: components of a short vector, selected and ordered by the name of a member, which can
/// be read and written as a shorter vector (spec 10.8.3).
///
///     color.bgr = color.rgb;       // assigns three components
///     float_2 corner = bounds.zw;  // reads two
///
/// A swizzle is in a union with the components of its vector and has no state of its own. It has
/// the address of its vector and accesses the components by their offsets.
#ifndef MILLIAMP_DETAIL_SWIZZLE_H
#define MILLIAMP_DETAIL_SWIZZLE_H

#include <milliamp/detail/tile.h>

#include <type_traits>
#include <utility>

namespace concurrency::graphics::detail {

template <class T, int N>
class vector;
/// The components of a vector, individually and in swizzles, as members and as functions (spec
/// 10.8.3). Members named in the color space are aliases of those in the Cartesian one.
template <class T, int N>
struct components;
/// A component by number: x is 0.
template <int I, class T, int N>
constexpr const T& get(const components<T, N>& v);

/// A component under its two names: as a Cartesian coordinate and as a color.
template <class T, int Name>
struct component;
template <class T>
struct component<T, 0> {
  union {
    T x, r;
  };
};
template <class T>
struct component<T, 1> {
  union {
    T y, g;
  };
};
template <class T>
struct component<T, 2> {
  union {
    T z, b;
  };
};
template <class T>
struct component<T, 3> {
  union {
    T w, a;
  };
};

/// A component of the vector: the one that the swizzle calls Name, or one that is not in the
/// swizzle (Name == -1).
template <class T, int Place, int Name>
struct slot : component<T, Name> {};
template <class T, int Place>
struct slot<T, Place, -1> {
  T other;
};

/// The position in Picked of a component of the vector, which is its name in the swizzle. -1 if it
/// is not in Picked.
template <int... Picked>
constexpr int name_at(int place) {
  int name = -1, position = 0;
  ((Picked == place ? void(name = position) : void(), ++position), ...);
  return name;
}

/// All components of a vector, under the names that a swizzle gives them: `v.zy.x` is `v.z`.
template <class T, class Places, int... Picked>
struct slots;
template <class T, int... Places, int... Picked>
struct slots<T, std::integer_sequence<int, Places...>, Picked...>
    : slot<T, Places, name_at<Picked...>(Places)>... {};

/// A number for each swizzle that returns vectors of one type.
template <int N, int... Picked>
constexpr int number_of_swizzle() {
  int number = N;
  ((number = number * 4 + Picked), ...);
  return number;
}

/// The components of an N-vector with the numbers Picked.
///
/// A copy of a swizzle that is not converted to a vector, as in `auto s = v.xy`, is a swizzle of a
/// copy of all components. The attribute is for references to swizzles: different swizzles may
/// alias the same component.
template <class Vector, int N, int... Picked>
class swizzle;

template <class T, int N, int... Picked>
using swizzle_of = swizzle<vector<T, sizeof...(Picked)>, N, Picked...>;

template <class T, int M, int N, int... Picked>
class __attribute__((may_alias)) swizzle<vector<T, M>, N, Picked...>
    : public slots<T, std::make_integer_sequence<int, N>, Picked...> {
  using vector = detail::vector<T, M>;

 public:
  /// Swizzles exist only within vectors. (`explicit` keeps the class from being an aggregate.)
  explicit swizzle() = delete;
  swizzle(const swizzle& other) = default;
  /// `b ? v.xy : v.zw` needs a common type, so one of two swizzles converts to the other: a swizzle
  /// of a vector of its own.
  template <int K, int... Others,
            std::enable_if_t<
                (number_of_swizzle<K, Others...>() < number_of_swizzle<N, Picked...>()), int> = 0>
  MILLIAMP_ALWAYS_INLINE swizzle(const swizzle<vector, K, Others...>& other)
      : swizzle(placed(other)) {}

  MILLIAMP_ALWAYS_INLINE operator vector() const { return vector(components()[Picked]...); }

  MILLIAMP_ALWAYS_INLINE swizzle& operator=(const vector& v) {
    const vector copy = v;  // v may be part of the same vector
    assign(copy, std::make_integer_sequence<int, M>());
    return *this;
  }
  MILLIAMP_ALWAYS_INLINE swizzle& operator=(const swizzle& other) { return *this = vector(other); }
  template <int K, int... Others>
  MILLIAMP_ALWAYS_INLINE swizzle& operator=(const swizzle<vector, K, Others...>& other) {
    return *this = vector(other);
  }

  MILLIAMP_ALWAYS_INLINE T get_x() const { return vector(*this).x; }
  MILLIAMP_ALWAYS_INLINE T get_y() const { return vector(*this).y; }
  template <int L = M, std::enable_if_t<L >= 3, int> = 0>
  MILLIAMP_ALWAYS_INLINE T get_z() const {
    return vector(*this).z;
  }
  template <int L = M, std::enable_if_t<L >= 4, int> = 0>
  MILLIAMP_ALWAYS_INLINE T get_w() const {
    return vector(*this).w;
  }

  MILLIAMP_ALWAYS_INLINE swizzle& operator+=(const vector& rhs) { return *this = *this + rhs; }
  MILLIAMP_ALWAYS_INLINE swizzle& operator-=(const vector& rhs) { return *this = *this - rhs; }
  MILLIAMP_ALWAYS_INLINE swizzle& operator*=(const vector& rhs) { return *this = *this * rhs; }
  MILLIAMP_ALWAYS_INLINE swizzle& operator/=(const vector& rhs) { return *this = *this / rhs; }
  MILLIAMP_ALWAYS_INLINE swizzle& operator%=(const vector& rhs) { return *this = *this % rhs; }
  MILLIAMP_ALWAYS_INLINE swizzle& operator^=(const vector& rhs) { return *this = *this ^ rhs; }
  MILLIAMP_ALWAYS_INLINE swizzle& operator|=(const vector& rhs) { return *this = *this | rhs; }
  MILLIAMP_ALWAYS_INLINE swizzle& operator&=(const vector& rhs) { return *this = *this & rhs; }
  MILLIAMP_ALWAYS_INLINE swizzle& operator<<=(const vector& rhs) { return *this = *this << rhs; }
  MILLIAMP_ALWAYS_INLINE swizzle& operator>>=(const vector& rhs) { return *this = *this >> rhs; }

  MILLIAMP_ALWAYS_INLINE swizzle& operator++() { return *this += vector(T(1)); }
  MILLIAMP_ALWAYS_INLINE swizzle& operator--() { return *this -= vector(T(1)); }
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

 private:
  /// A swizzle with the components of a vector.
  MILLIAMP_ALWAYS_INLINE static swizzle placed(const vector& v) {
    detail::vector<T, N> whole;
    swizzle& part = reinterpret_cast<swizzle&>(whole);
    part = v;
    return part;
  }

  template <int... Positions>
  MILLIAMP_ALWAYS_INLINE void assign(const vector& v, std::integer_sequence<int, Positions...>) {
    ((components()[Picked] = get<Positions>(v)), ...);
  }

  MILLIAMP_ALWAYS_INLINE const T* components() const { return reinterpret_cast<const T*>(this); }
  MILLIAMP_ALWAYS_INLINE T* components() { return reinterpret_cast<T*>(this); }
};

}  // namespace concurrency::graphics::detail

// Lists of a vector's swizzles: F(name, name in color space, component numbers…) for each.
#define MILLIAMP_PERMUTE_2(F, a, A, i, b, B, j) F(a##b, A##B, i, j) F(b##a, B##A, j, i)
#define MILLIAMP_PERMUTE_3(F, a, A, i, b, B, j, c, C, k) \
  F(a##b##c, A##B##C, i, j, k)                           \
  F(a##c##b, A##C##B, i, k, j)                           \
  F(b##a##c, B##A##C, j, i, k)                           \
  F(b##c##a, B##C##A, j, k, i) F(c##a##b, C##A##B, k, i, j) F(c##b##a, C##B##A, k, j, i)
#define MILLIAMP_PERMUTE_3_AFTER(F, p, P, h, a, A, i, b, B, j, c, C, k) \
  F(p##a##b##c, P##A##B##C, h, i, j, k)                                 \
  F(p##a##c##b, P##A##C##B, h, i, k, j)                                 \
  F(p##b##a##c, P##B##A##C, h, j, i, k)                                 \
  F(p##b##c##a, P##B##C##A, h, j, k, i)                                 \
  F(p##c##a##b, P##C##A##B, h, k, i, j) F(p##c##b##a, P##C##B##A, h, k, j, i)

#define MILLIAMP_SWIZZLES_OF_2(F) MILLIAMP_PERMUTE_2(F, x, r, 0, y, g, 1)
#define MILLIAMP_SWIZZLES_OF_3(F)         \
  MILLIAMP_SWIZZLES_OF_2(F)               \
  MILLIAMP_PERMUTE_2(F, x, r, 0, z, b, 2) \
  MILLIAMP_PERMUTE_2(F, y, g, 1, z, b, 2) \
  MILLIAMP_PERMUTE_3(F, x, r, 0, y, g, 1, z, b, 2)
#define MILLIAMP_SWIZZLES_OF_4(F)                                 \
  MILLIAMP_SWIZZLES_OF_3(F)                                       \
  MILLIAMP_PERMUTE_2(F, x, r, 0, w, a, 3)                         \
  MILLIAMP_PERMUTE_2(F, y, g, 1, w, a, 3)                         \
  MILLIAMP_PERMUTE_2(F, z, b, 2, w, a, 3)                         \
  MILLIAMP_PERMUTE_3(F, x, r, 0, y, g, 1, w, a, 3)                \
  MILLIAMP_PERMUTE_3(F, x, r, 0, z, b, 2, w, a, 3)                \
  MILLIAMP_PERMUTE_3(F, y, g, 1, z, b, 2, w, a, 3)                \
  MILLIAMP_PERMUTE_3_AFTER(F, x, r, 0, y, g, 1, z, b, 2, w, a, 3) \
  MILLIAMP_PERMUTE_3_AFTER(F, y, g, 1, x, r, 0, z, b, 2, w, a, 3) \
  MILLIAMP_PERMUTE_3_AFTER(F, z, b, 2, x, r, 0, y, g, 1, w, a, 3) \
  MILLIAMP_PERMUTE_3_AFTER(F, w, a, 3, x, r, 0, y, g, 1, z, b, 2)

#endif
