/// @file
/// The statements, operators and literals that amp code cannot contain (spec 2.4.3.1, 2.4.3.6,
/// 2.4.3.7).
#pragma once

#include "amp_types.h"
#include "reporting.h"

#include <clang/AST/ExprCXX.h>
#include <clang/AST/StmtVisitor.h>

namespace milliamp::language {

/// Checks one statement or expression of amp code, without those in it.
class statement_rules : public clang::ConstStmtVisitor<statement_rules> {
 public:
  statement_rules(clang::DiagnosticsEngine& engine, const amp_types& types)
      : engine_(engine), types_(types) {}

  /// Permits the literals among the arguments of a call: the library has functions that print.
  void allow_strings(const clang::CallExpr& call);

  void check_type(clang::QualType type, clang::SourceLocation location);

  void VisitCXXThrowExpr(const clang::CXXThrowExpr* expression);
  void VisitCXXTryStmt(const clang::CXXTryStmt* statement);
  void VisitCoreturnStmt(const clang::CoreturnStmt* statement);
  void VisitCoyieldExpr(const clang::CoyieldExpr* expression);
  void VisitCoawaitExpr(const clang::CoawaitExpr* expression);
  void VisitGotoStmt(const clang::GotoStmt* statement);
  void VisitIndirectGotoStmt(const clang::IndirectGotoStmt* statement);
  void VisitLabelStmt(const clang::LabelStmt* statement);
  void VisitGCCAsmStmt(const clang::GCCAsmStmt* statement);
  void VisitCXXDynamicCastExpr(const clang::CXXDynamicCastExpr* expression);
  void VisitCXXTypeidExpr(const clang::CXXTypeidExpr* expression);

  void VisitStringLiteral(const clang::StringLiteral* literal);
  void VisitPredefinedExpr(const clang::PredefinedExpr* name);
  void VisitFloatingLiteral(const clang::FloatingLiteral* literal);
  void VisitIntegerLiteral(const clang::IntegerLiteral* literal);
  void VisitCharacterLiteral(const clang::CharacterLiteral* literal);

  void VisitCXXScalarValueInitExpr(const clang::CXXScalarValueInitExpr* value);
  void VisitCompoundLiteralExpr(const clang::CompoundLiteralExpr* literal);
  void VisitExplicitCastExpr(const clang::ExplicitCastExpr* cast);
  void VisitArraySubscriptExpr(const clang::ArraySubscriptExpr* subscript);
  void VisitUnaryOperator(const clang::UnaryOperator* operation);
  void VisitBinaryOperator(const clang::BinaryOperator* operation);

 private:
  clang::DiagnosticBuilder refuse(clang::SourceLocation location, rule broken) {
    return report(engine_, location, broken);
  }

  clang::DiagnosticsEngine& engine_;
  const amp_types& types_;
  llvm::SmallPtrSet<const clang::Expr*, 4> allowed_strings_;
};

}  // namespace milliamp::language
