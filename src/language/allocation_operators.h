/// @file
/// The operators new and delete that amp code calls where Clang has resolved those of the CPU.
#pragma once

#include <clang/AST/ExprCXX.h>
#include <clang/Sema/Sema.h>

namespace milliamp::language {

/// The overload of the operator new for amp, which has the same parameters; null if there is none.
/// @param caller the scope of the expression, null for file scope
clang::FunctionDecl* find_new_for_amp(clang::Sema& sema, const clang::CXXNewExpr& allocation,
                                      const clang::DeclContext* caller);

/// The operator delete for amp, which may have other parameters: one may take the size of the
/// object, the other not. That of an array has the same ones, as the number of elements is stored
/// for it. Null if there is none.
clang::FunctionDecl* find_delete_for_amp(clang::Sema& sema, const clang::CXXDeleteExpr& deletion,
                                         const clang::DeclContext* caller);

/// A new-expression in a function for cpu and amp as it is in amp code; null if it is the same.
/// Its initializer has been rewritten.
clang::Expr* new_for_amp(clang::Sema& sema, clang::CXXNewExpr& allocation,
                         const clang::DeclContext& caller);
/// The same of a delete-expression.
clang::Expr* delete_for_amp(clang::Sema& sema, clang::CXXDeleteExpr& deletion,
                            const clang::DeclContext& caller);

}  // namespace milliamp::language
