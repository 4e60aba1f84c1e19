/// @file
/// How a launch ends early: what a kernel's thread did wrong, as the host's exception.
#pragma once

#include "engine/thread_position.h"

#include <exception>
#include <string>

namespace milliamp::detail::engine {

/// Thrown through the kernel's frames to end the threads of a tile that failed; only engines
/// throw and catch it. It derives from nothing, so that no handler of the kernel takes it for its
/// own.
struct tile_abandoned {};

/// The exception that is being handled, as the runtime_exception that the host gets: the original
/// message and the thread that threw it. Call it from a catch handler only.
std::exception_ptr kernel_failure(const thread_position& thread);

/// The runtime_exception that ends a launch with a thread that made no progress.
std::exception_ptr spinning_failure(const thread_position& thread);

}  // namespace milliamp::detail::engine
