/// @file
/// Names of types as programs write them, whatever the compiler calls them: `float_4`, not the
/// class template behind it.
#pragma once

#include <string>

namespace milliamp::detail::symbolize {

/// The name of a type, or of something with such names in it, as a program writes it: the short
/// vectors by the names that the specification gives them (spec 10.8), and `const` ahead of what it
/// qualifies.
std::string as_written(std::string name);

}  // namespace milliamp::detail::symbolize
