/// @file
/// Wrappers of the C library's functions that store results through pointers. The program's calls
/// are redirected to them (see MilliampFlags.cmake), because the C library is not instrumented and
/// <amp_math.h> calls its functions directly.

#include "intercept/on_access.h"

#include <milliamp/export.h>

#include <cmath>

namespace {

template <class T>
inline void on_result(const T* result, const void* return_address) {
  milliamp::detail::intercept::on_access_range(
      result, sizeof(T), milliamp::detail::race::operation::write, return_address);
}

}  // namespace

#define MILLIAMP_WRAP(TYPE, SUFFIX)                                   \
  MILLIAMP_API TYPE __wrap_frexp##SUFFIX(TYPE x, int* exponent) {     \
    on_result(exponent, __builtin_return_address(0));                 \
    return ::frexp##SUFFIX(x, exponent);                              \
  }                                                                   \
  MILLIAMP_API TYPE __wrap_modf##SUFFIX(TYPE x, TYPE* whole) {        \
    on_result(whole, __builtin_return_address(0));                    \
    return ::modf##SUFFIX(x, whole);                                  \
  }                                                                   \
  MILLIAMP_API TYPE __wrap_remquo##SUFFIX(TYPE x, TYPE y, int* q) {   \
    on_result(q, __builtin_return_address(0));                        \
    return ::remquo##SUFFIX(x, y, q);                                 \
  }                                                                   \
  MILLIAMP_API TYPE __wrap_lgamma##SUFFIX##_r(TYPE x, int* sign) {    \
    on_result(sign, __builtin_return_address(0));                     \
    return ::lgamma##SUFFIX##_r(x, sign);                             \
  }                                                                   \
  MILLIAMP_API void __wrap_sincos##SUFFIX(TYPE x, TYPE* s, TYPE* c) { \
    on_result(s, __builtin_return_address(0));                        \
    on_result(c, __builtin_return_address(0));                        \
    ::sincos##SUFFIX(x, s, c);                                        \
  }

extern "C" {
MILLIAMP_WRAP(double, )
MILLIAMP_WRAP(float, f)
}
