/// @file
/// Names of types as programs write them: `float_4`, not the class template behind it.
#pragma once

#include <string>

namespace milliamp::detail {

/// The name of a type, or of something with such names in it, with the short vectors in it by the
/// names that the specification gives them (spec 10.8).
std::string with_short_vector_names(std::string name);

}  // namespace milliamp::detail
