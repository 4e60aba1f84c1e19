/// @file
/// The stacks of OS threads, and how much of them is left.
#pragma once

#include "base/memory_range.h"

#include <cstddef>

namespace milliamp::detail::base {

/// Returns the stack that the system gave to the calling OS thread; empty if it is unknown.
const memory_range& native_stack();

/// Whether the running function is on the stack of its OS thread, or on its signal stack, and so
/// many bytes are left there. The size of other stacks, such as those of fibers, is unknown.
bool has_stack(std::size_t bytes);

}  // namespace milliamp::detail::base
