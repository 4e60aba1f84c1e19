/// @file
/// Uses of local constants (spec 2.3.2.1).
#pragma once

#include <clang/AST/Decl.h>

namespace milliamp::language {

/// Whether code in a function needs the value of one of its constants when it is compiled, as the
/// bounds of arrays and arguments of templates do. Lambdas do: they do not capture constants.
bool is_needed_at_compile_time(const clang::FunctionDecl& function, const clang::VarDecl& constant);

}  // namespace milliamp::language
