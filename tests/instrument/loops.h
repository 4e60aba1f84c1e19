/// @file
/// Kernels with a loop, for the tests of the plugins; loops.cpp defines them once for each level of
/// optimization, as instrumented code.
#pragma once

namespace milliamp::test {

inline constexpr int side = 16;
using square = float[side][side];

struct particle {
  float mass;
  double position;
};

/// What the loops access, and where they begin and end.
struct loop_data {
  const square* values;
  const particle* particles;
  float* written;
  int row;
  int column;
  int count;  ///< the number of iterations
  void (*call)();
};

/// One level's kernels. Each returns a sum of what it has read.
struct loop_functions {
  using kernel = double (*)(const loop_data&);

  kernel row;        ///< `values[row][k]` for each k
  kernel column;     ///< `values[k][column]`
  kernel backward;   ///< the elements of a row from the last to the first, by a pointer
  kernel members;    ///< `particles[k].mass` and `.position`
  kernel copy;       ///< reads a row and writes
  kernel condition;  ///< reads a row, and the column where that is positive
  kernel exit;       ///< reads a row up to the first 0
  kernel calls;      ///< reads a row and calls another function
};

loop_functions loops_at_O0();
loop_functions loops_at_O1();
loop_functions loops_at_O2();
loop_functions loops_at_O3();

}  // namespace milliamp::test
