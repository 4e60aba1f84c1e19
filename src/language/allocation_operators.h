/// @file
/// Resolves operators new and delete for amp code. Clang has resolved those for the CPU.
#pragma once

#include <clang/AST/ExprCXX.h>
#include <clang/Sema/Sema.h>

namespace milliamp::language {

/// Finds the overload of operator new for amp with the same parameters; null if there is none.
/// @param caller the scope of the expression, null for file scope
clang::FunctionDecl* find_new_for_amp(clang::Sema& sema, const clang::CXXNewExpr& allocation,
                                      const clang::DeclContext* caller);

/// Finds operator delete for amp; null if there is none. One of the two operators may take the size
/// of the object. For an array, both need the same parameters, because they decide whether the
/// number of elements is stored.
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
