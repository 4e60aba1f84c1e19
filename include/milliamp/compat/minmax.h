/// @file
/// Visual C++'s <minmax.h>, which <windows.h> also includes: min and max without a namespace.
/// There they are macros, which no standard header survives; these are functions. They take
/// arguments of different types, as the macros do, and kernels can call them.
#ifndef MILLIAMP_COMPAT_MINMAX_H
#define MILLIAMP_COMPAT_MINMAX_H

#include <type_traits>

#ifndef NOMINMAX

/// The smaller and the greater value, in the type that the operator ?: gives the two.
template <class A, class B>
constexpr std::common_type_t<A, B> min(const A& a, const B& b) {
  return a < b ? a : b;
}
template <class A, class B>
constexpr std::common_type_t<A, B> max(const A& a, const B& b) {
  return a > b ? a : b;
}

// Also after `using namespace std`: functions that are no templates are preferred to std::min,
// which amp code cannot call.
#define MILLIAMP_MIN_MAX(TYPE)                                 \
  constexpr TYPE min(TYPE a, TYPE b) { return a < b ? a : b; } \
  constexpr TYPE max(TYPE a, TYPE b) { return a > b ? a : b; }
MILLIAMP_MIN_MAX(int)
MILLIAMP_MIN_MAX(unsigned int)
MILLIAMP_MIN_MAX(long)
MILLIAMP_MIN_MAX(unsigned long)
MILLIAMP_MIN_MAX(long long)
MILLIAMP_MIN_MAX(unsigned long long)
MILLIAMP_MIN_MAX(float)
MILLIAMP_MIN_MAX(double)
#undef MILLIAMP_MIN_MAX

#endif

#endif
