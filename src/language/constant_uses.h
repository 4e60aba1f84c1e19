/// @file
/// What functions need the compiler to evaluate, which has one value (spec 2.3.2.1): the bounds of
/// arrays, arguments of templates, labels, enumerators, conditions of `if constexpr`.
#pragma once

#include <clang/AST/Decl.h>
#include <clang/Sema/Sema.h>

namespace milliamp::language {

/// Whether code in a function needs the value of one of its constants when it is compiled. Lambdas
/// do: they do not capture constants.
bool is_needed_at_compile_time(const clang::FunctionDecl& function, const clang::VarDecl& constant);

/// Reports the calls in the constant expressions of a function that Clang has resolved for other
/// restrictions: those that mean another overload in amp code, and those of amp functions in the
/// members of a local class.
void check_constant_expressions(clang::Sema& sema, const clang::FunctionDecl& function);

}  // namespace milliamp::language
