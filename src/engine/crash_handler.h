/// @file
/// What a fault in a kernel, such as an invalid memory access, leaves behind when it ends the
/// process: a message that names the thread and the place, or that the thread ran out of stack, and
/// all that has been found in the launch so far.
#pragma once

#include <cstddef>
#include <memory>

namespace milliamp::detail::engine {

/// Installs the handlers of the process; the first call does, later ones do nothing.
void install_crash_handler();

/// Gives the calling thread a stack on which the handlers can run. A stack that the program has
/// already set is left alone, and null is returned.
std::unique_ptr<std::byte[]> make_signal_stack();

/// Takes it away again.
void remove_signal_stack(const std::unique_ptr<std::byte[]>& stack);

}  // namespace milliamp::detail::engine
