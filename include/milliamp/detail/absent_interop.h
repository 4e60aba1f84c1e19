/// @file
/// Placeholders for functions that convert between C++ AMP and Direct3D objects, which this
/// implementation does not have. A call does not compile, and the error says why.
#ifndef MILLIAMP_DETAIL_ABSENT_INTEROP_H
#define MILLIAMP_DETAIL_ABSENT_INTEROP_H

namespace concurrency::details {

/// Always false, but dependent on template arguments.
template <class... Arguments>
inline constexpr bool has_direct3d = false;

}  // namespace concurrency::details

#define MILLIAMP_NO_DIRECT3D(function)                                      \
  static_assert(concurrency::details::has_direct3d<Arguments...>, #function \
                ": there is no Direct3D in this implementation; "           \
                "use copy() to move data to and from host memory")

/// A function that does not exist.
#define MILLIAMP_ABSENT_FUNCTION(function) \
  template <class... Arguments>            \
  void function(const Arguments&...) {     \
    MILLIAMP_NO_DIRECT3D(function);        \
  }
/// A nonexistent function that would create a container of T in N dimensions.
#define MILLIAMP_ABSENT_MAKER(function)         \
  template <class T, int N, class... Arguments> \
  void function(const Arguments&...) {          \
    MILLIAMP_NO_DIRECT3D(function);             \
  }

#endif
