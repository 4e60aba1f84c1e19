/// @file
/// Functions that the tests of the plugins call; noted.cpp defines them once for each level of
/// optimization, as instrumented code.
#pragma once

#include <stdexcept>

namespace milliamp::test {

inline constexpr int buffer_size = 4000;

/// One level's functions.
struct noted_functions {
  /// Reads *from, writes *to.
  void (*copy)(int* to, const int* from);
  /// Reads the elements.
  int (*sum)(const int* elements, int size);
  /// Reads and writes *number, and throws if `fails`.
  void (*count)(int* number, bool fails);
  /// Reads and writes *number before and after a call.
  void (*count_around)(int* number, void (*call)());
  /// Calls itself so many times; each has one or the other of two buffers of buffer_size at a time,
  /// and passes it on.
  void (*descend)(int calls, void (*use)(const char* buffer));
  /// Adds to *number in the body of a kernel.
  void (*count_in_kernel)(int* number);
  /// Writes an element of a local array of four, and passes the array on.
  void (*fill_array)(int value, void (*use)(const int* array));
  /// Writes both members of a local structure of two, and passes it on.
  void (*fill_structure)(int value, void (*use)(const int* structure));
  /// Adds 1 to *number atomically, then 2. Returns what the second addition has returned.
  int (*add_atomically)(int* number);
};

noted_functions noted_at_O0();
noted_functions noted_at_O1();
noted_functions noted_at_O2();
noted_functions noted_at_O3();

}  // namespace milliamp::test
