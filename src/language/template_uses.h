/// @file
/// Functions that types use (spec 2.2, 2.3.2.1, 2.4.3.7), and those that templates of the standard
/// library call (spec 2.3.2.1).
#pragma once

#include <clang/AST/Decl.h>
#include <clang/AST/ExprCXX.h>
#include <clang/AST/TypeLoc.h>
#include <clang/Sema/Sema.h>
#include <llvm/ADT/STLFunctionalExtras.h>

namespace milliamp::language {

/// Passes on what the pointers and references to functions in a type refer to: each function that
/// is an argument of a template or of decltype, as in `holder<&function>` and
/// `decltype(&function)`, and each alias of the type of an amp function.
void for_each_function_pointer(
    clang::TypeLoc type,
    llvm::function_ref<void(const clang::NamedDecl&, clang::SourceLocation)> pass);

/// In amp code whose calls Clang has resolved for the CPU: checks the calls in a type, as in
/// `decltype(f(1))`. Amp code must have them, too, and with the same type.
void check_same_types(clang::Sema& sema, clang::TypeLoc type);
/// The same of an expression that is not evaluated, as in `sizeof(f(1))`.
void check_same_types(clang::Sema& sema, clang::Expr& operand);
/// The same of the members of a local class in amp code. There, Clang knows no restrictions and
/// resolves calls for the CPU.
void check_same_types(clang::Sema& sema, const clang::CXXRecordDecl& local);

/// Passes on the calls of member functions in an expression or a type.
void for_each_member_call(clang::Expr& expression,
                          llvm::function_ref<void(const clang::CXXMemberCallExpr&)> pass);
void for_each_member_call(clang::TypeLoc type,
                          llvm::function_ref<void(const clang::CXXMemberCallExpr&)> pass);

/// Reports the amp functions that the types and constants of a declaration outside of functions
/// call, as in `decltype(f(1)) global` and `enum { size = f(1) }`. There, Clang 14 to 16 compare
/// overloads by their parameters before their restrictions, so that they may choose one for amp.
void check_constant_calls(clang::DiagnosticsEngine& engine, clang::Decl& declaration);
/// The same of the members of an instance of a class template.
void check_constant_calls_in(clang::DiagnosticsEngine& engine, const clang::DeclContext& scope);
/// The same of an expression outside of functions that is not evaluated, as in `sizeof(f(1))`.
void check_unevaluated_calls(clang::DiagnosticsEngine& engine, clang::Expr& expression);

/// Reports the amp functions that an instance of a template of the standard library calls, whose
/// code is for the CPU. Clang reports some itself. But it calls a lambda without captures by its
/// conversion to a pointer to a function, and lets constexpr functions, such as those after
/// std::function, call any.
void check_library_calls(clang::DiagnosticsEngine& engine, clang::FunctionDecl& function);

}  // namespace milliamp::language
