/// @file
/// Turns the fault of a kernel's thread that ran out of stack into a message that names the thread
/// and the size of its stack.
#pragma once

#include <cstddef>
#include <memory>

namespace milliamp::detail {

/// Installs the handler of the process; the first call does, later ones do nothing.
void watch_for_stack_overflows();

/// Gives the calling thread a stack on which the handler can run. A stack that the program has
/// already set is left alone, and null is returned.
std::unique_ptr<std::byte[]> make_signal_stack();

/// Takes it away again.
void remove_signal_stack(const std::unique_ptr<std::byte[]>& stack);

}  // namespace milliamp::detail
