/// @file
/// Overloads on restrictions (spec 2.3.2). Clang resolves a call for one of its caller's
/// restrictions; what it means for the other is found here.
#pragma once

#include "restrictions.h"

#include <clang/AST/ExprCXX.h>
#include <clang/Sema/Sema.h>
#include <llvm/Support/SaveAndRestore.h>

namespace milliamp::language {

/// Finds the overload of a function that covers other restrictions: for amp, the one that the call
/// resolves to, otherwise the one with the same parameters. Null if there is none.
/// @param caller the scope that the call is in, null for file scope
clang::FunctionDecl* find_overload(clang::Sema& sema, clang::FunctionDecl& function,
                                   restrictions wanted, clang::SourceLocation location,
                                   const clang::Expr* call = nullptr,
                                   const clang::DeclContext* caller = nullptr);

/// Finds what a call that Clang has resolved for the CPU means in amp code. Null if that is the
/// same function, or none.
clang::FunctionDecl* find_for_amp(clang::Sema& sema, clang::FunctionDecl& function,
                                  const clang::Expr& call, const clang::DeclContext& caller);

/// What an operator with an overload for the CPU means in amp code, which has none: the built-in
/// operator. Null if the operands do not have it.
clang::Expr* make_builtin(clang::Sema& sema, const clang::CXXOperatorCallExpr& operation,
                          llvm::ArrayRef<clang::Expr*> operands, const clang::DeclContext& caller);

/// Whether two functions differ in their restrictions alone.
bool have_same_parameters(const clang::ASTContext& context, const clang::FunctionDecl& one,
                          const clang::FunctionDecl& other);

/// Whether the arguments of a call or construction, as they have been converted, are those of
/// another callee, too.
bool takes_same_arguments(const clang::ASTContext& context, const clang::Expr& call,
                          const clang::FunctionDecl& other);

/// Reports an overload to which the caller of another one has no access. Clang has checked the
/// other one.
void check_access(clang::Sema& sema, clang::FunctionDecl& overload,
                  const clang::DeclContext& caller, const clang::Expr& call);

/// Spec 2.2: reports a call whose type depends on which of two overloads it calls. Returns whether
/// it has one type.
bool check_same_type(clang::Sema& sema, const clang::FunctionDecl& for_cpu,
                     clang::FunctionDecl& for_amp, clang::SourceLocation location);
/// The same of an operator that is built in for one of them.
bool check_same_type(clang::Sema& sema, clang::QualType for_cpu, clang::QualType for_amp,
                     clang::SourceLocation location);

/// The object of a call of a member function, without the conversions to the class and the
/// qualifiers of its callee.
clang::Expr* written_object(clang::Expr& object);

/// The function that is called, and its arguments.
const clang::FunctionDecl& callee_of(const clang::Expr& call);
llvm::ArrayRef<const clang::Expr*> arguments_of(const clang::Expr& call);

/// The arguments of a call or construction without the conversions to the parameters of its callee.
/// Those of an operator include the object of a member function.
llvm::SmallVector<clang::Expr*, 8> written_arguments(const clang::Expr& call);

/// During its lifetime, the compiler resolves calls and conversions as in amp code.
class amp_scope {
 public:
  /// @param caller the function or class whose private members are accessible
  amp_scope(clang::Sema& sema, const clang::DeclContext& caller);

  /// Whether what has been built has temporaries that the end of the full-expression destroys.
  bool needs_cleanups() const { return sema_.Cleanup.exprNeedsCleanups(); }

 private:
  clang::Sema& sema_;
  clang::Sema::ContextRAII context_;
  llvm::SaveAndRestore<clang::CleanupInfo> outer_cleanups_;
};

}  // namespace milliamp::language
