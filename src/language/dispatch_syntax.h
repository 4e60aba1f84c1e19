/// @file
/// The expressions that a dispatch on restrictions consists of.
#pragma once

#include <clang/AST/ExprCXX.h>
#include <clang/Sema/Sema.h>

namespace milliamp::language {

/// Whether the compiler evaluates choices between overloads, with the value for the CPU. It does
/// while it parses, for constants in host code; the code that it generates chooses when it runs.
class choice_evaluation {
 public:
  void set(clang::ASTContext& context, bool on);

 private:
  clang::FunctionDecl* runs_kernel_ = nullptr;  ///< null until the prelude has been read
};

/// Whether a call is the condition of a choice between overloads, or has a choice for its callee.
bool is_choice(const clang::CallExpr& call);
/// Whether a callee is a choice.
bool is_choice_of_callees(const clang::Expr& callee);

class dispatch_syntax {
 public:
  explicit dispatch_syntax(clang::Sema& sema) : sema_(sema), context_(sema.Context) {}

  /// `runs_kernel() ? for_amp : for_cpu`
  clang::Expr* choice(clang::Expr& for_amp, clang::Expr& for_cpu);

  /// A call of one of two functions, which evaluates its arguments at one place. A choice between
  /// two calls has the arguments of both, so that the code of nested ones would grow as a power of
  /// their depth; but such calls are direct. Null if it cannot be made.
  /// @param for_amp the function that amp code calls, which takes the same arguments
  clang::Expr* call_of_choice(clang::CallExpr& call, clang::FunctionDecl& for_amp);

  /// A new- or delete-expression that calls another operator with the same arguments. Amp code has
  /// no exceptions, after which a new-expression would call operator delete.
  clang::Expr* with_operator(clang::CXXNewExpr& old, clang::FunctionDecl& other,
                             clang::Expr* initializer);
  clang::Expr* with_operator(clang::CXXDeleteExpr& old, clang::FunctionDecl& other);

  /// What has the value of an expression, but does not let Clang and body_rules.h look into it.
  clang::Expr* hidden(clang::Expr& expression);

  /// An initializer of a constructor with another value.
  clang::CXXCtorInitializer* with_value(const clang::CXXCtorInitializer& old, clang::Expr& value);

  clang::Expr* name_of(clang::FunctionDecl& function, clang::SourceLocation location);

 private:
  clang::Expr* pointer_to(clang::CXXMethodDecl& method, clang::SourceLocation location);
  clang::Expr* in_kernel(clang::SourceLocation location);

  clang::Sema& sema_;
  clang::ASTContext& context_;
};

}  // namespace milliamp::language
