// What the program's calls go to of those functions of the C library that store results through
// pointers (see MilliampFlags.cmake): the library is not instrumented, and <amp_math.h> has them as
// they are.

#include "intercept/access_range.h"

#include <cmath>

namespace {

template <class T>
inline void on_result(const T* result, const void* return_address) {
  milliamp::detail::intercept::on_access_range(
      result, sizeof(T), milliamp::detail::race::operation::write, return_address);
}

}  // namespace

#define MILLIAMP_WRAP(TYPE, SUFFIX)                                                             \
  __attribute__((visibility("default"))) TYPE __wrap_frexp##SUFFIX(TYPE x, int* exponent) {     \
    on_result(exponent, __builtin_return_address(0));                                           \
    return ::frexp##SUFFIX(x, exponent);                                                        \
  }                                                                                             \
  __attribute__((visibility("default"))) TYPE __wrap_modf##SUFFIX(TYPE x, TYPE* whole) {        \
    on_result(whole, __builtin_return_address(0));                                              \
    return ::modf##SUFFIX(x, whole);                                                            \
  }                                                                                             \
  __attribute__((visibility("default"))) TYPE __wrap_remquo##SUFFIX(TYPE x, TYPE y, int* q) {   \
    on_result(q, __builtin_return_address(0));                                                  \
    return ::remquo##SUFFIX(x, y, q);                                                           \
  }                                                                                             \
  __attribute__((visibility("default"))) TYPE __wrap_lgamma##SUFFIX##_r(TYPE x, int* sign) {    \
    on_result(sign, __builtin_return_address(0));                                               \
    return ::lgamma##SUFFIX##_r(x, sign);                                                       \
  }                                                                                             \
  __attribute__((visibility("default"))) void __wrap_sincos##SUFFIX(TYPE x, TYPE* s, TYPE* c) { \
    on_result(s, __builtin_return_address(0));                                                  \
    on_result(c, __builtin_return_address(0));                                                  \
    ::sincos##SUFFIX(x, s, c);                                                                  \
  }

extern "C" {
MILLIAMP_WRAP(double, )
MILLIAMP_WRAP(float, f)
}
