/// @file
/// The stacks of OS threads.
#pragma once

#include "base/memory_range.h"

namespace milliamp::detail::base {

/// Returns the stack that the system gave to the calling OS thread; empty if it is unknown. For the
/// main thread the C library reads /proc/self/maps, so callers that ask often cache the result.
memory_range native_stack();

}  // namespace milliamp::detail::base
