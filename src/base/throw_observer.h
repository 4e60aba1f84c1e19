/// @file
/// Observes the exceptions of the process when they are thrown, while their call stacks still
/// exist.
#pragma once

#include <typeinfo>

namespace milliamp::detail::base {

/// Called before each throw, until the process ends.
using throw_observer = void(const void* exception, const std::type_info& type);

/// Sets the only observer. It does not see throws in programs that link the C++ runtime statically.
void observe_throws(throw_observer* observer);

}  // namespace milliamp::detail::base
