/// @file
/// Swizzles: components of a short vector, selected and ordered by the name of a member, which can
/// be read and written as a shorter vector (spec 10.8.3).
///
///     color.bgr = color.rgb;       // assigns three components
///     float_2 corner = bounds.zw;  // reads two
///     float_2 back = v.xyz.zy;     // a swizzle of a swizzle
///
/// A swizzle is in a union with the components of its vector and has no state of its own. It has
/// the address of its vector and accesses the components by their offsets.
#ifndef MILLIAMP_DETAIL_SWIZZLE_H
#define MILLIAMP_DETAIL_SWIZZLE_H

#include <milliamp/detail/checked.h>
#include <milliamp/detail/tile.h>

#include <type_traits>
#include <utility>

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

namespace concurrency::graphics::details {

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
  MILLIAMP_ALWAYS_INLINE T get_x() const { return x; }
};
template <class T>
struct component<T, 1> {
  union {
    T y, g;
  };
  MILLIAMP_ALWAYS_INLINE T get_y() const { return y; }
};
template <class T>
struct component<T, 2> {
  union {
    T z, b;
  };
  MILLIAMP_ALWAYS_INLINE T get_z() const { return z; }
};
template <class T>
struct component<T, 3> {
  union {
    T w, a;
  };
  MILLIAMP_ALWAYS_INLINE T get_w() const { return w; }
};

/// A component of the vector: the one that the swizzle calls Name, or one that is not in the
/// swizzle (Name == -1).
template <class T, int Number, int Name>
struct slot : component<T, Name> {};
template <class T, int Number>
struct slot<T, Number, -1> {
  T other;
};

/// The position in Picked of a component of the vector, which is its name in the swizzle. -1 if it
/// is not in Picked.
template <int... Picked>
constexpr int name_at(int number) {
  int name = -1, position = 0;
  ((Picked == number ? void(name = position) : void(), ++position), ...);
  return name;
}

/// All components of a vector, under the names that a swizzle gives them: `v.zy.x` is `v.z`.
template <class T, class Numbers, int... Picked>
struct slots;
template <class T, int... Numbers, int... Picked>
struct slots<T, std::integer_sequence<int, Numbers...>, Picked...>
    : slot<T, Numbers, name_at<Picked...>(Numbers)>... {};

/// The components of an N-vector with the numbers Picked, as a vector of type Vector. Members is
/// the base class with the swizzle's data: all components of the N-vector.
///
/// A copy of a swizzle that is not converted to a vector, as in `auto s = v.xy`, is a swizzle of a
/// vector of its own. The attribute is for references to swizzles: different swizzles may alias the
/// same component.
template <class Members, class Vector, int N, int... Picked>
class swizzle;

/// A swizzle of a swizzle of an N-vector. It has components, but no swizzles of its own.
template <class T, int N, int... Picked>
using swizzle_of_swizzle = swizzle<slots<T, std::make_integer_sequence<int, N>, Picked...>,
                                   vector<T, sizeof...(Picked)>, N, Picked...>;

/// The type of the member Name... of a swizzle that has picked the components Outer of an N-vector:
/// `zy` is Name 2, 1, which are the components 0, 1 of a vector v in `v.zyx.zy`.
template <class T, int N, int... Outer>
struct picked_from {
  static constexpr int outer[] = {Outer...};
  template <int... Name>
  using swizzle = swizzle_of_swizzle<T, N, outer[Name]...>;
};

// Anonymous structs and arrays without elements are not in the C++ standard; both compilers support
// them as extensions.
#pragma GCC diagnostic push
#pragma GCC diagnostic ignored "-Wpedantic"
#if defined(__clang__)
#pragma clang diagnostic ignored "-Wnested-anon-types"
#endif

/// The members for component number Number of the vector. They are in a union with all others.
#define MILLIAMP_COMPONENT_AT(Number, name, color) \
  struct {                                         \
    T before_##name[Number];                       \
    T name;                                        \
  };                                               \
  struct {                                         \
    T before_##color[Number];                      \
    T color;                                       \
  };
#define MILLIAMP_SWIZZLE_OF_SWIZZLE(name, color, ...) \
  typename picked::template swizzle<__VA_ARGS__> name, color;

/// The data of a swizzle of two or three components: all components of the vector, under the names
/// that the swizzle gives them, and swizzles of these: `v.wzy.yx` is `v.zw`.
///
/// Swizzles of four components have no swizzles of their own. Their 24 times 120 members would make
/// each program with a 4-vector compile for 0.3 s more.
template <class T, int N, int... Picked>
struct members_of_swizzle : slots<T, std::make_integer_sequence<int, N>, Picked...> {};
template <class T, int N, int X, int Y>
struct members_of_swizzle<T, N, X, Y> {
  using picked = picked_from<T, N, X, Y>;
  union {
    T all[N];
    MILLIAMP_COMPONENT_AT(X, x, r)
    MILLIAMP_COMPONENT_AT(Y, y, g)
    MILLIAMP_SWIZZLES_OF_2(MILLIAMP_SWIZZLE_OF_SWIZZLE)
  };
  MILLIAMP_ALWAYS_INLINE T get_x() const { return x; }
  MILLIAMP_ALWAYS_INLINE T get_y() const { return y; }
};
template <class T, int N, int X, int Y, int Z>
struct members_of_swizzle<T, N, X, Y, Z> {
  using picked = picked_from<T, N, X, Y, Z>;
  union {
    T all[N];
    MILLIAMP_COMPONENT_AT(X, x, r)
    MILLIAMP_COMPONENT_AT(Y, y, g)
    MILLIAMP_COMPONENT_AT(Z, z, b)
    MILLIAMP_SWIZZLES_OF_3(MILLIAMP_SWIZZLE_OF_SWIZZLE)
  };
  MILLIAMP_ALWAYS_INLINE T get_x() const { return x; }
  MILLIAMP_ALWAYS_INLINE T get_y() const { return y; }
  MILLIAMP_ALWAYS_INLINE T get_z() const { return z; }
};

#undef MILLIAMP_SWIZZLE_OF_SWIZZLE
#undef MILLIAMP_COMPONENT_AT
#pragma GCC diagnostic pop

/// A swizzle of an N-vector.
template <class T, int N, int... Picked>
using swizzle_of =
    swizzle<members_of_swizzle<T, N, Picked...>, vector<T, sizeof...(Picked)>, N, Picked...>;

/// A number for each swizzle that converts to one type of vector.
template <class Members, class T, int N, int... Picked>
constexpr int number_of_swizzle() {
  int number = 2 * N + std::is_same_v<Members, members_of_swizzle<T, N, Picked...>>;
  ((number = number * 4 + Picked), ...);
  return number;
}

template <class Members, class T, int M, int N, int... Picked>
class __attribute__((may_alias)) swizzle<Members, vector<T, M>, N, Picked...> : public Members {
  using vector = details::vector<T, M>;

 public:
  /// Swizzles exist only within vectors. (`explicit` keeps the class from being an aggregate.)
  explicit swizzle() = delete;
#if MILLIAMP_CHECKED_CODE
  /// Copies all components. It must be trivial, as a vector's copy constructor copies its swizzles.
  /// Because it is `explicit` and takes a constant, most expressions use the constructors below,
  /// which read only the swizzle's own components: others may be unwritten, or another thread's.
  /// For `b ? c.xy : c.zw` of a constant c, GCC uses this one.
  explicit swizzle(const swizzle& other) = default;
  template <class Same, std::enable_if_t<std::is_same_v<Same, swizzle>, int> = 0>
  MILLIAMP_ALWAYS_INLINE swizzle(Same& other) : swizzle(placed(other)) {}
#else
  swizzle(const swizzle& other) = default;
#endif
  /// `b ? v.xy : v.zw` needs a common type, so one of two swizzles converts to the other: a swizzle
  /// of a vector of its own.
  template <class Others, int K, int... Other,
            std::enable_if_t<(number_of_swizzle<Others, T, K, Other...>() <=
                              number_of_swizzle<Members, T, N, Picked...>()),
                             int> = 0>
  MILLIAMP_ALWAYS_INLINE swizzle(const swizzle<Others, vector, K, Other...>& other)
      : swizzle(placed(other)) {}

  MILLIAMP_ALWAYS_INLINE operator vector() const { return vector(components()[Picked]...); }

  MILLIAMP_ALWAYS_INLINE swizzle& operator=(const vector& v) {
    const vector copy = v;  // v may be part of the same vector
    assign(copy, std::make_integer_sequence<int, M>());
    return *this;
  }
  MILLIAMP_ALWAYS_INLINE swizzle& operator=(const swizzle& other) { return *this = vector(other); }
  template <class Others, int K, int... Other>
  MILLIAMP_ALWAYS_INLINE swizzle& operator=(const swizzle<Others, vector, K, Other...>& other) {
    return *this = vector(other);
  }

 private:
  /// A swizzle with the components of a vector.
  MILLIAMP_ALWAYS_INLINE static swizzle placed(const vector& v) {
    details::vector<T, N> whole;
    swizzle& part = reinterpret_cast<swizzle&>(whole);
    part = v;
    return swizzle(std::as_const(part));
  }

  template <int... Positions>
  MILLIAMP_ALWAYS_INLINE void assign(const vector& v, std::integer_sequence<int, Positions...>) {
    ((components()[Picked] = get<Positions>(v)), ...);
  }

  MILLIAMP_ALWAYS_INLINE const T* components() const { return reinterpret_cast<const T*>(this); }
  MILLIAMP_ALWAYS_INLINE T* components() { return reinterpret_cast<T*>(this); }
};

/// T, for a parameter that is not deduced: in `v.xy += 1`, the 1 converts to a vector.
template <class T>
struct not_deduced {
  using type = T;
};

// Compound assignment, increment and decrement are no members: a 4-vector has 60 swizzles, and
// each would declare its own 14 operators in every program.
#define MILLIAMP_SWIZZLE_ASSIGNMENT(op)                                          \
  template <class Members, class Vector, int N, int... Picked>                   \
  MILLIAMP_ALWAYS_INLINE swizzle<Members, Vector, N, Picked...>& operator op##=( \
      swizzle<Members, Vector, N, Picked...>& lhs,                               \
      const typename not_deduced<Vector>::type& rhs) {                           \
    return lhs = Vector(lhs) op rhs;                                             \
  }
MILLIAMP_SWIZZLE_ASSIGNMENT(+)
MILLIAMP_SWIZZLE_ASSIGNMENT(-)
MILLIAMP_SWIZZLE_ASSIGNMENT(*)
MILLIAMP_SWIZZLE_ASSIGNMENT(/)
MILLIAMP_SWIZZLE_ASSIGNMENT(%)
MILLIAMP_SWIZZLE_ASSIGNMENT(^)
MILLIAMP_SWIZZLE_ASSIGNMENT(|)
MILLIAMP_SWIZZLE_ASSIGNMENT(&)
MILLIAMP_SWIZZLE_ASSIGNMENT(<<)
MILLIAMP_SWIZZLE_ASSIGNMENT(>>)
#undef MILLIAMP_SWIZZLE_ASSIGNMENT

#define MILLIAMP_SWIZZLE_STEP(op)                                                                 \
  template <class Members, class Vector, int N, int... Picked>                                    \
  MILLIAMP_ALWAYS_INLINE swizzle<Members, Vector, N, Picked...>& operator op##op(                 \
      swizzle<Members, Vector, N, Picked...>& v) {                                                \
    return v = Vector(v) op Vector(typename Vector::value_type(1));                               \
  }                                                                                               \
  template <class Members, class Vector, int N, int... Picked>                                    \
  MILLIAMP_ALWAYS_INLINE Vector operator op##op(swizzle<Members, Vector, N, Picked...>& v, int) { \
    const Vector old = v;                                                                         \
    op##op v;                                                                                     \
    return old;                                                                                   \
  }
MILLIAMP_SWIZZLE_STEP(+)
MILLIAMP_SWIZZLE_STEP(-)
#undef MILLIAMP_SWIZZLE_STEP

}  // namespace concurrency::graphics::details

#endif
