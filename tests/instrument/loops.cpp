#include "loops.h"

namespace milliamp::detail {

/// By the name of the library's own, which makes its members a kernel's.
template <class Kernel>
struct tiled_caller {
  static double call(const test::loop_data& d) {
    // Member by member, so that the loop has them in registers.
    return Kernel()({d.values, d.particles, d.written, d.row, d.column, d.count, d.call});
  }
};

}  // namespace milliamp::detail

#define MILLIAMP_TEST_LOOP(NAME, BODY)                                           \
  struct NAME {                                                                  \
    __attribute__((always_inline)) double operator()(const loop_data& d) const { \
      double sum = 0;                                                            \
      BODY return sum;                                                           \
    }                                                                            \
  };

namespace milliamp::test {

namespace {

MILLIAMP_TEST_LOOP(row, for (int k = 0; k < d.count; ++k) sum += (*d.values)[d.row][k];)
MILLIAMP_TEST_LOOP(column, for (int k = 0; k < d.count; ++k) sum += (*d.values)[k][d.column];)
MILLIAMP_TEST_LOOP(backward, const float* const row = (*d.values)[d.row];
                   for (const float* e = row + d.count; e != row;) sum += *--e;)
MILLIAMP_TEST_LOOP(
    members,
    for (int k = 0; k < d.count; ++k) { sum += d.particles[k].mass * d.particles[k].position; })
MILLIAMP_TEST_LOOP(
    copy, for (int k = 0; k < d.count; ++k) { d.written[k] = (*d.values)[d.row][k]; })
MILLIAMP_TEST_LOOP(
    condition, for (int k = 0; k < d.count; ++k) {
      const float value = (*d.values)[d.row][k];
      if (value > 0) sum += value * (*d.values)[k][d.column];
    })
MILLIAMP_TEST_LOOP(
    exit, for (int k = 0; k < d.count; ++k) {
      if ((*d.values)[d.row][k] == 0) break;
      sum += k;
    })
MILLIAMP_TEST_LOOP(
    calls, for (int k = 0; k < d.count; ++k) {
      sum += (*d.values)[d.row][k];
      d.call();
    })

}  // namespace

loop_functions MILLIAMP_TEST_LOOPS() {
  using detail::tiled_caller;
  return {tiled_caller<row>::call,     tiled_caller<column>::call, tiled_caller<backward>::call,
          tiled_caller<members>::call, tiled_caller<copy>::call,   tiled_caller<condition>::call,
          tiled_caller<exit>::call,    tiled_caller<calls>::call};
}

}  // namespace milliamp::test
