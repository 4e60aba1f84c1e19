/// @file
/// Untiled kernels whose points access elements of a row each, in various patterns, right and
/// wrong. rows_kernels.cpp is compiled without and with optimization. In optimized code, Clang's
/// plugin hoists callbacks out of the loop over the points.
#pragma once

#include <vector>

namespace reliability {

/// What varies from one launch to the next.
struct row_parameters {
  int rows;
  int columns;
  int offset;  ///< the distance of an access from the thread's own element
  int length;  ///< the length of the memory, in elements
  int limit;   ///< the limit of a condition
};

/// Which of the accesses to elements of a thread's own need no callbacks in the loop.
enum class hoisting { none, some, all };

struct row_kernel {
  const char* name;
  /// Runs the kernel on data that depends on the parameters alone. Returns the data.
  std::vector<int> (*run)(const row_parameters&);
  hoisting hoisted;
};

std::vector<row_kernel> row_kernels_at_O0();
std::vector<row_kernel> row_kernels_at_O2();

}  // namespace reliability
