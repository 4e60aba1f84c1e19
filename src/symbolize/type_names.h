/// @file
/// Names of types and lambdas as programs write them, independent of the compiler: `float_4`
/// instead of the class template.
#pragma once

#include <string>

namespace milliamp::detail::symbolize {

/// Returns a name that contains names of types as a program writes it: with the short vector names
/// of the specification (spec 10.8), and with `const` before the type that it qualifies.
std::string as_written(std::string name);

/// Renames every lambda in a demangled name to `(lambda)`, as in names from debug information.
void name_lambdas(std::string& name);

/// Returns the demangled name of a symbol or of a std::type_info, without ABI tags; the symbol
/// itself when it is not a mangled name.
std::string demangle(const char* symbol);

}  // namespace milliamp::detail::symbolize
