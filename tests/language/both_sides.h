/// @file
/// The values of a function for cpu and amp.
#ifndef MILLIAMP_TESTS_LANGUAGE_BOTH_SIDES_H
#define MILLIAMP_TESTS_LANGUAGE_BOTH_SIDES_H

#include <amp.h>

namespace milliamp::tests {

/// A value on both sides: that of the function in a kernel, and on the host.
struct both {
  int amp;
  int cpu;
  bool operator==(const both& other) const { return amp == other.amp && cpu == other.cpu; }
};

template <class Function>
both values_of(Function function) {
  int in_kernel = 0;
  concurrency::array_view<int> result(1, &in_kernel);
  concurrency::parallel_for_each(
      result.extent, [=](concurrency::index<1> i) restrict(amp) { result[i] = function(); });
  result.synchronize();
  return {in_kernel, function()};
}

}  // namespace milliamp::tests

#endif
