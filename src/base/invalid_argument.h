/// @file
/// The exception for invalid arguments to which the specification assigns no specific type.
#pragma once

#include <milliamp/exceptions.h>

#include <string>

namespace milliamp::detail::base {

[[noreturn]] inline void throw_invalid(const std::string& message) {
  throw concurrency::runtime_exception(message.c_str(), concurrency::details::e_invalid_argument);
}

}  // namespace milliamp::detail::base
