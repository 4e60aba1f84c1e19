/// @file
/// The exceptions with which a failed launch ends on the host.
#pragma once

#include "engine/thread_position.h"

#include <exception>

namespace milliamp::detail::engine {

/// Thrown through the kernel's frames to end the threads of a tile that failed. Only engines throw
/// and catch it. It has no base class, so of the kernel's handlers only `catch (...)` matches.
struct tile_abandoned {};

/// The escaped_exception for the exception being handled: its message and the thread that threw it.
/// Called from catch handlers only.
std::exception_ptr kernel_failure(const thread_position& thread);

/// The runtime_exception for a thread that made no progress.
std::exception_ptr spinning_failure(const thread_position& thread);

}  // namespace milliamp::detail::engine
