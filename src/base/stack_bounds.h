/// @file
/// The stack of an OS thread.
#pragma once

#include "base/memory_range.h"

namespace milliamp::detail::base {

/// The stack that the system has given to the calling thread; empty where the system does not say.
memory_range native_stack();

}  // namespace milliamp::detail::base
