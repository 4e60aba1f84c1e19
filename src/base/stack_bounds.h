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

/// The bytes that thread-local variables, such as all tile_static ones, take from the stack that a
/// new OS thread gets. Those of modules that were loaded later do not, but count as well.
std::size_t thread_local_size();

/// Enlarges the stacks that new OS threads get by default.
void enlarge_default_stack(std::size_t bytes);

}  // namespace milliamp::detail::base
