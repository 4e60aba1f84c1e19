/// @file
/// Makes a kernel that shows something as small as it can be and still show it.
#pragma once

#include "reliability/kernel.h"

#include <functional>

namespace reliability {

/// Takes away tiles' programs, steps, threads' parts and single operations, for as long as the
/// kernel `still_shows` it.
kernel shrink(kernel k, const std::function<bool(const kernel&)>& still_shows);

}  // namespace reliability
