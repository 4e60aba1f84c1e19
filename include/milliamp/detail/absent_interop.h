/// @file
/// Functions that would convert between objects of C++ AMP and those of Direct3D, which is not
/// here: a call of one of them does not compile, and says why.
#ifndef MILLIAMP_DETAIL_ABSENT_INTEROP_H
#define MILLIAMP_DETAIL_ABSENT_INTEROP_H

namespace concurrency::detail {

/// False for all arguments, but not before there are some.
template <class... Arguments>
inline constexpr bool is_there_direct3d = false;

}  // namespace concurrency::detail

#define MILLIAMP_NO_DIRECT3D(function)                                          \
  static_assert(concurrency::detail::is_there_direct3d<Arguments...>, #function \
                ": there is no Direct3D behind this C++ AMP; "                  \
                "copy() moves data to and from the host's memory")

/// A function that is not there.
#define MILLIAMP_ABSENT_FUNCTION(function) \
  template <class... Arguments>            \
  void function(const Arguments&...) {     \
    MILLIAMP_NO_DIRECT3D(function);        \
  }
/// A function that is not there and would make a container of T in N dimensions.
#define MILLIAMP_ABSENT_MAKER(function)         \
  template <class T, int N, class... Arguments> \
  void function(const Arguments&...) {          \
    MILLIAMP_NO_DIRECT3D(function);             \
  }

#endif
