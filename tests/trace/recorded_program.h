/// @file
/// Records a kernel of programs/kernels.cpp.
#ifndef MILLIAMP_TESTS_RECORDED_PROGRAM_H
#define MILLIAMP_TESTS_RECORDED_PROGRAM_H

#include "support/shell.h"
#include "trace/recording.h"

#include <fstream>
#include <iterator>
#include <string>

namespace milliamp::tests {

/// The file that a run of the program writes.
inline std::string record(const std::string& kernel, const std::string& options = "",
                          const char* program = MILLIAMP_TEST_KERNELS) {
  const test_directory here;
  here.shell("MILLIAMP_OPTIONS=trace_path=recording:" + options + " '" + program + "' " + kernel);
  std::ifstream file(here.path() / "recording", std::ios::binary);
  return {std::istreambuf_iterator<char>(file), {}};
}

inline detail::trace::recording recording_of(const std::string& kernel,
                                             const std::string& options = "",
                                             const char* program = MILLIAMP_TEST_KERNELS) {
  return detail::trace::parse_recording(record(kernel, options, program));
}

}  // namespace milliamp::tests

#endif
