/// @file
/// Makes kernels out of seeds.
#pragma once

#include "reliability/kernel.h"

#include <cstdint>

namespace reliability {

/// The same kernel for the same arguments, on every machine. @param standalone_fences whether it
/// may have fences beside those of barriers
kernel generate(std::uint64_t seed, bool standalone_fences);

}  // namespace reliability
