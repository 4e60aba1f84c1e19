/// @file
/// The state of a kernel thread, by which spin_watch determines whether a loop makes progress.
#pragma once

#include <cstdint>
#include <optional>

namespace milliamp::detail::check {

/// A hash of what the calling kernel thread has outside of instrumented memory: the innermost 4 KiB
/// of its stack, and the registers that a call preserves, both as of its call into the library.
/// Frames of the library do not count: they contain stale values of earlier calls, and those vary
/// from time to time.
/// @param return_address the return address of the call into the library
/// @param stack_end the end of the stack
/// @return none if the state is unknown, as on processors other than x86-64 and 64-bit ARM
std::optional<std::uint64_t> state_of_kernel(const void* return_address, std::uintptr_t stack_end);

}  // namespace milliamp::detail::check
