/// @file
/// Runs generated kernels with parallel_for_each. Every access has an instrumented function of its
/// own, one for each place (kernel.h), so that the function's name in a finding identifies the
/// place. The rest of the interpreter is not instrumented.
#pragma once

#include "reliability/kernel.h"

#include <string>

namespace reliability {

/// Whether this program's kernels can have fences that are not part of barriers. A program without
/// such calls is checked differently, so there are two programs (CMakeLists.txt).
extern const bool has_standalone_fences;

/// Runs the kernel and returns in which order its operations took place.
trace run(const kernel& k);

/// The place that a function stands for, by its name in a finding's frames.
/// @throws std::invalid_argument if there is none
place place_of(const std::string& function);

/// The memory that a finding's variable stands for.
/// @throws std::invalid_argument if there is none
memory memory_of(const std::string& variable);

}  // namespace reliability
