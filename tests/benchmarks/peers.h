/// @file
/// Other programs that run kernels on a CPU: PoCL, which compiles, and Oclgrind, which checks.
#pragma once

#include "suite.h"

#include <string>

namespace milliamp::bench {

/// Adds the four workloads as OpenCL kernels, on each of the peers that is installed.
/// @return lines that say which are not, and what to install
std::string add_peers(suite& all);

}  // namespace milliamp::bench
