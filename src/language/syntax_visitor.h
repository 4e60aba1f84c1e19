/// @file
/// The base of all visitors of syntax trees.
#pragma once

#include <clang/AST/RecursiveASTVisitor.h>

namespace milliamp::language {

/// Clang's visitor, with virtual functions for what the visitors here override. Each instance of
/// the template takes two seconds to compile; this is the only one.
class syntax_visitor : public clang::RecursiveASTVisitor<syntax_visitor> {
 public:
  virtual ~syntax_visitor() = default;

  // These go to a node and visit it and its children, unless they are overridden. The queue, if
  // there is one, may take the children of a statement for later.
  virtual bool TraverseDecl(clang::Decl* declaration);
  virtual bool TraverseCXXRecordDecl(clang::CXXRecordDecl* record);
  virtual bool TraverseStaticAssertDecl(clang::StaticAssertDecl* declaration);
  virtual bool TraverseTypeLoc(clang::TypeLoc type);
  virtual bool TraverseTemplateArgumentLoc(const clang::TemplateArgumentLoc& argument);
  virtual bool TraverseStmt(clang::Stmt* node, DataRecursionQueue* queue = nullptr);
  virtual bool TraverseIfStmt(clang::IfStmt* node, DataRecursionQueue* queue = nullptr);
  virtual bool TraverseSwitchStmt(clang::SwitchStmt* node, DataRecursionQueue* queue = nullptr);
  virtual bool TraverseForStmt(clang::ForStmt* node, DataRecursionQueue* queue = nullptr);
  virtual bool TraverseCXXForRangeStmt(clang::CXXForRangeStmt* node,
                                       DataRecursionQueue* queue = nullptr);
  virtual bool TraverseWhileStmt(clang::WhileStmt* node, DataRecursionQueue* queue = nullptr);
  virtual bool TraverseDoStmt(clang::DoStmt* node, DataRecursionQueue* queue = nullptr);
  virtual bool TraverseGCCAsmStmt(clang::GCCAsmStmt* node, DataRecursionQueue* queue = nullptr);
  virtual bool TraverseBinaryOperator(clang::BinaryOperator* node,
                                      DataRecursionQueue* queue = nullptr);
  virtual bool TraverseConditionalOperator(clang::ConditionalOperator* node,
                                           DataRecursionQueue* queue = nullptr);
  virtual bool TraverseInitListExpr(clang::InitListExpr* node, DataRecursionQueue* queue = nullptr);
  virtual bool TraverseLambdaExpr(clang::LambdaExpr* node, DataRecursionQueue* queue = nullptr);
  virtual bool TraversePredefinedExpr(clang::PredefinedExpr* node,
                                      DataRecursionQueue* queue = nullptr);
  virtual bool TraverseUnaryExprOrTypeTraitExpr(clang::UnaryExprOrTypeTraitExpr* node,
                                                DataRecursionQueue* queue = nullptr);
  virtual bool TraverseCXXDefaultArgExpr(clang::CXXDefaultArgExpr* node,
                                         DataRecursionQueue* queue = nullptr);
  virtual bool TraverseCXXDefaultInitExpr(clang::CXXDefaultInitExpr* node,
                                          DataRecursionQueue* queue = nullptr);
  virtual bool TraverseCXXNoexceptExpr(clang::CXXNoexceptExpr* node,
                                       DataRecursionQueue* queue = nullptr);
  virtual bool TraverseCXXTypeidExpr(clang::CXXTypeidExpr* node,
                                     DataRecursionQueue* queue = nullptr);

  // These are called at each node, before its children. They return false to end the visit.
  virtual bool VisitDeclaratorDecl(clang::DeclaratorDecl*) { return true; }
  virtual bool VisitEnumDecl(clang::EnumDecl*) { return true; }
  virtual bool VisitFieldDecl(clang::FieldDecl*) { return true; }
  virtual bool VisitFunctionDecl(clang::FunctionDecl*) { return true; }
  virtual bool VisitCXXRecordDecl(clang::CXXRecordDecl*) { return true; }
  virtual bool VisitTypedefNameDecl(clang::TypedefNameDecl*) { return true; }
  virtual bool VisitUsingDecl(clang::UsingDecl*) { return true; }
  virtual bool VisitUsingDirectiveDecl(clang::UsingDirectiveDecl*) { return true; }
  virtual bool VisitVarDecl(clang::VarDecl*) { return true; }
  virtual bool VisitStmt(clang::Stmt*) { return true; }
  virtual bool VisitBreakStmt(clang::BreakStmt*) { return true; }
  virtual bool VisitContinueStmt(clang::ContinueStmt*) { return true; }
  virtual bool VisitCXXForRangeStmt(clang::CXXForRangeStmt*) { return true; }
  virtual bool VisitReturnStmt(clang::ReturnStmt*) { return true; }
  virtual bool VisitBinaryOperator(clang::BinaryOperator*) { return true; }
  virtual bool VisitCallExpr(clang::CallExpr*) { return true; }
  virtual bool VisitCXXBindTemporaryExpr(clang::CXXBindTemporaryExpr*) { return true; }
  virtual bool VisitCXXConstructExpr(clang::CXXConstructExpr*) { return true; }
  virtual bool VisitCXXDeleteExpr(clang::CXXDeleteExpr*) { return true; }
  virtual bool VisitCXXInheritedCtorInitExpr(clang::CXXInheritedCtorInitExpr*) { return true; }
  virtual bool VisitCXXNewExpr(clang::CXXNewExpr*) { return true; }
  virtual bool VisitCXXThisExpr(clang::CXXThisExpr*) { return true; }
  virtual bool VisitDeclRefExpr(clang::DeclRefExpr*) { return true; }
  virtual bool VisitExplicitCastExpr(clang::ExplicitCastExpr*) { return true; }
  virtual bool VisitLambdaExpr(clang::LambdaExpr*) { return true; }
  virtual bool VisitMemberExpr(clang::MemberExpr*) { return true; }
};

/// Leaves out what is not evaluated: types, and the operands of `sizeof` and `noexcept`.
class evaluated_code_visitor : public syntax_visitor {
 public:
  bool TraverseTypeLoc(clang::TypeLoc) override { return true; }
  bool TraverseUnaryExprOrTypeTraitExpr(clang::UnaryExprOrTypeTraitExpr*,
                                        DataRecursionQueue*) override {
    return true;
  }
  bool TraverseCXXNoexceptExpr(clang::CXXNoexceptExpr*, DataRecursionQueue*) override {
    return true;
  }
};

}  // namespace milliamp::language
