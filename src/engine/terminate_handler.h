/// @file
/// Handles std::terminate() in kernels, and on the host for an exception that has left a kernel.
/// The process ends with a report, through the handler that the program had set before.
#pragma once

namespace milliamp::detail::engine {

/// Installs the handler. Must be called only once.
void install_terminate_handler();

}  // namespace milliamp::detail::engine
