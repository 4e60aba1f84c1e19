/// @file
/// Generates kernels from seeds.
#pragma once

#include "reliability/kernel.h"

#include <cstdint>

namespace reliability {

/// Generates the same kernel for the same arguments, on every machine. @param standalone_fences
/// whether it may have fences that are not part of barriers
kernel generate(std::uint64_t seed, bool standalone_fences);

}  // namespace reliability
