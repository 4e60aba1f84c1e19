/// @file
/// Explicit instantiations of function templates that restrictions overload. Clang chooses the
/// template by the attributes that stand before the declarator, where a restriction specifier has
/// not been read yet.
#pragma once

#include "restrictions.h"

#include <clang/Lex/Preprocessor.h>

#include <optional>

namespace milliamp::language {

/// What the specifiers name in the explicit instantiation that begins with `template`. Empty if the
/// token begins something else.
std::optional<restrictions> find_instantiation_specifiers(const clang::Preprocessor& preprocessor,
                                                          const clang::Token& keyword);

}  // namespace milliamp::language
