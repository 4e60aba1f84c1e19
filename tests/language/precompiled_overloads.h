/// @file
/// Overloads on restrictions for a precompiled header.
#pragma once

#include "both_sides.h"

#include <utility>

inline int precompiled_function() restrict(cpu) { return 1; }
inline int precompiled_function() restrict(amp) { return 2; }

/// The choice between the assignments of std::pair depends on constraints in C++20.
template <class T>
struct precompiled_class {
  std::pair<T, T> values;
  T member() const restrict(cpu) { return 3; }
  T member() const restrict(amp) { return 4; }
};

inline int precompiled_caller() restrict(cpu, amp) {
  return precompiled_function() + 10 * precompiled_class<int>().member();
}
