/// @file
/// What functions need the compiler to evaluate, which has one value (spec 2.3.2.1): the bounds of
/// arrays, arguments of templates, labels, enumerators, conditions of `if constexpr`.
#pragma once

#include <clang/AST/Decl.h>
#include <clang/AST/ExprCXX.h>
#include <clang/Sema/Sema.h>

#include <string>

namespace milliamp::language {

/// Whether code in a function needs the value of one of its constants when it is compiled. Lambdas
/// do: they do not capture constants.
bool is_needed_at_compile_time(const clang::FunctionDecl& function, const clang::VarDecl& constant);

/// Whether what a function calls depends on the caller's restrictions, also through other
/// functions. The compiler evaluates such calls for the CPU, also in amp code.
bool chooses(clang::Sema& sema, clang::FunctionDecl& function);
/// The same of what an expression calls, after calls in it have been rewritten.
bool chooses(clang::Sema& sema, const clang::Expr& value);

/// The value of `noexcept(…)` in amp code, where Clang has found that of code for the CPU.
/// @param scope what the operator is in
bool is_noexcept_in_amp(clang::Sema& sema, const clang::CXXNoexceptExpr& operation,
                        const clang::DeclContext& scope);

/// Reports a constant that would have one value in amp code and another in code for the CPU.
void report_constant(clang::DiagnosticsEngine& engine, clang::SourceLocation location,
                     const std::string& constant);

/// Reports the calls in the constant expressions of a function that Clang has resolved for other
/// restrictions: those that mean another overload in amp code, or whose callees choose one, and
/// those of amp functions in the members of a local class.
void check_constant_expressions(clang::Sema& sema, const clang::FunctionDecl& function);

}  // namespace milliamp::language
