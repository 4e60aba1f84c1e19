/// @file
/// The rules for the body of a function (spec 2.3, 2.4.3).
#ifndef MILLIAMP_LANGUAGE_BODY_RULES_H
#define MILLIAMP_LANGUAGE_BODY_RULES_H

#include "library_headers.h"
#include "recursion.h"

#include <clang/AST/ExprCXX.h>
#include <clang/AST/RecursiveASTVisitor.h>

namespace milliamp::language {

/// Checks the calls of any function, and all else in one that is amp code.
void check_body(clang::Sema& sema, const library_headers& headers, call_graph& calls,
                clang::FunctionDecl& function);

/// Checks the calls in the initializer of a global variable.
void check_initializer(clang::Sema& sema, const library_headers& headers, call_graph& calls,
                       clang::Expr& initializer);

/// Records a namespace that the program uses. With fast_math or precise_math, amp code can call the
/// C library's mathematical functions without qualification.
void note_math(const clang::NamespaceDecl* named);

/// A visitor that calls note_math() for each using-directive and using-declaration.
template <class Derived>
class math_recorder : public clang::RecursiveASTVisitor<Derived> {
 public:
  bool VisitUsingDirectiveDecl(clang::UsingDirectiveDecl* directive) {
    note_math(directive->getNominatedNamespace());
    return true;
  }
  bool VisitUsingDecl(clang::UsingDecl* declaration) {
    note_math(declaration->getQualifier()->getAsNamespace());
    return true;
  }
};

/// Checks what an amp lambda captures (spec 2.4.3.3).
void check_captures(clang::Sema& sema, const library_headers& headers,
                    const clang::LambdaExpr& lambda);

}  // namespace milliamp::language

#endif
