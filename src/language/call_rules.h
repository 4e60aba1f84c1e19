/// @file
/// The rules for what a function calls: the callee's restrictions cover the caller's
/// (spec 2.3.2.1), whichever way the call is written.
#pragma once

#include "amp_types.h"
#include "library_headers.h"
#include "recursion.h"
#include "restrictions.h"
#include "syntax_visitor.h"

#include <clang/AST/ExprCXX.h>

namespace milliamp::language {

/// The function whose calls are checked.
struct calling_function {
  clang::FunctionDecl* function;  ///< null for the initializer of a global variable
  restrictions has;
  bool is_amp_code;
};

/// The lambda whose conversion to a pointer to a function is called as a function; null if the
/// callee is something else.
const clang::FunctionDecl* converted_lambda(const clang::Expr& callee);

/// The destructor that the end of an object or of an array calls; null if there is none.
clang::CXXDestructorDecl* called_destructor(const clang::ASTContext& context, clang::QualType type);

class call_rules {
 public:
  call_rules(clang::Sema& sema, const library_headers& headers, call_graph& calls,
             const amp_types& types, calling_function caller)
      : sema_(sema), headers_(headers), calls_(calls), types_(types), caller_(caller) {}

  /// Returns the overload that the call means for the restrictions that its callee lacks; null if
  /// there is none.
  /// @param call null if the source does not write it
  const clang::FunctionDecl* check(clang::FunctionDecl& callee, clang::SourceLocation location,
                                   const clang::Expr* call);
  /// The call of a member function that is not evaluated. Where the name has one meaning, Clang
  /// looks at no restrictions.
  void check_unevaluated(const clang::CXXMemberCallExpr& call);
  /// A call without a known callee.
  void check_indirect(const clang::CallExpr& call);
  /// The calls of the operators new and delete.
  void check_allocation(const clang::CXXNewExpr& allocation);
  void check_deallocation(const clang::CXXDeleteExpr& deletion);
  /// The name of a function that is not called where it stands.
  void check_name(const clang::FunctionDecl& function, clang::SourceLocation location);
  /// Spec 7.2: the library calls kernels in amp code.
  void check_kernel(const clang::CallExpr& launch);

 private:
  const clang::FunctionDecl* check_restrictions(clang::FunctionDecl& callee,
                                                clang::SourceLocation location,
                                                const clang::Expr* call);
  bool is_pointer_to_amp_lambda(const clang::FunctionDecl& callee) const;
  restrictions restrictions_at(clang::FunctionDecl& callee, const clang::Expr* call) const;
  bool is_imported_by_library(const clang::Expr& call) const;
  restrictions needed() const;
  void report_operator(const clang::FunctionDecl& operation, clang::SourceLocation location);
  void show_declaration(const clang::FunctionDecl& callee);

  clang::Sema& sema_;
  const library_headers& headers_;
  call_graph& calls_;
  const amp_types& types_;
  calling_function caller_;
};

/// Records a namespace that the program uses. With fast_math or precise_math, amp code can call the
/// C library's mathematical functions without qualification.
void record_math(const clang::NamespaceDecl* named);

/// A visitor that calls record_math() for each using-directive and using-declaration.
class math_recorder : public syntax_visitor {
 public:
  bool VisitUsingDirectiveDecl(clang::UsingDirectiveDecl* directive) override {
    record_math(directive->getNominatedNamespace());
    return true;
  }
  bool VisitUsingDecl(clang::UsingDecl* declaration) override {
    record_math(declaration->getQualifier()->getAsNamespace());
    return true;
  }
};

}  // namespace milliamp::language
