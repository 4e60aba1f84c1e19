#include "syntax_visitor.h"

namespace milliamp::language {

bool syntax_visitor::TraverseDecl(clang::Decl* declaration) {
  return RecursiveASTVisitor::TraverseDecl(declaration);
}

bool syntax_visitor::TraverseCXXRecordDecl(clang::CXXRecordDecl* record) {
  return RecursiveASTVisitor::TraverseCXXRecordDecl(record);
}

bool syntax_visitor::TraverseStaticAssertDecl(clang::StaticAssertDecl* declaration) {
  return RecursiveASTVisitor::TraverseStaticAssertDecl(declaration);
}

bool syntax_visitor::TraverseTypeLoc(clang::TypeLoc type) {
  return RecursiveASTVisitor::TraverseTypeLoc(type);
}

bool syntax_visitor::TraverseTemplateArgumentLoc(const clang::TemplateArgumentLoc& argument) {
  return RecursiveASTVisitor::TraverseTemplateArgumentLoc(argument);
}

bool syntax_visitor::TraverseStmt(clang::Stmt* node, DataRecursionQueue* queue) {
  return RecursiveASTVisitor::TraverseStmt(node, queue);
}

bool syntax_visitor::TraverseIfStmt(clang::IfStmt* node, DataRecursionQueue* queue) {
  return RecursiveASTVisitor::TraverseIfStmt(node, queue);
}

bool syntax_visitor::TraverseSwitchStmt(clang::SwitchStmt* node, DataRecursionQueue* queue) {
  return RecursiveASTVisitor::TraverseSwitchStmt(node, queue);
}

bool syntax_visitor::TraverseForStmt(clang::ForStmt* node, DataRecursionQueue* queue) {
  return RecursiveASTVisitor::TraverseForStmt(node, queue);
}

bool syntax_visitor::TraverseCXXForRangeStmt(clang::CXXForRangeStmt* node,
                                             DataRecursionQueue* queue) {
  return RecursiveASTVisitor::TraverseCXXForRangeStmt(node, queue);
}
bool syntax_visitor::TraverseWhileStmt(clang::WhileStmt* node, DataRecursionQueue* queue) {
  return RecursiveASTVisitor::TraverseWhileStmt(node, queue);
}

bool syntax_visitor::TraverseDoStmt(clang::DoStmt* node, DataRecursionQueue* queue) {
  return RecursiveASTVisitor::TraverseDoStmt(node, queue);
}

bool syntax_visitor::TraverseGCCAsmStmt(clang::GCCAsmStmt* node, DataRecursionQueue* queue) {
  return RecursiveASTVisitor::TraverseGCCAsmStmt(node, queue);
}

bool syntax_visitor::TraverseBinaryOperator(clang::BinaryOperator* node,
                                            DataRecursionQueue* queue) {
  return RecursiveASTVisitor::TraverseBinaryOperator(node, queue);
}

bool syntax_visitor::TraverseConditionalOperator(clang::ConditionalOperator* node,
                                                 DataRecursionQueue* queue) {
  return RecursiveASTVisitor::TraverseConditionalOperator(node, queue);
}

bool syntax_visitor::TraverseInitListExpr(clang::InitListExpr* node, DataRecursionQueue* queue) {
  return RecursiveASTVisitor::TraverseInitListExpr(node, queue);
}

bool syntax_visitor::TraverseLambdaExpr(clang::LambdaExpr* node, DataRecursionQueue* queue) {
  return RecursiveASTVisitor::TraverseLambdaExpr(node, queue);
}

bool syntax_visitor::TraversePredefinedExpr(clang::PredefinedExpr* node,
                                            DataRecursionQueue* queue) {
  return RecursiveASTVisitor::TraversePredefinedExpr(node, queue);
}

bool syntax_visitor::TraverseUnaryExprOrTypeTraitExpr(clang::UnaryExprOrTypeTraitExpr* node,
                                                      DataRecursionQueue* queue) {
  return RecursiveASTVisitor::TraverseUnaryExprOrTypeTraitExpr(node, queue);
}

bool syntax_visitor::TraverseCXXDefaultArgExpr(clang::CXXDefaultArgExpr* node,
                                               DataRecursionQueue* queue) {
  return RecursiveASTVisitor::TraverseCXXDefaultArgExpr(node, queue);
}

bool syntax_visitor::TraverseCXXDefaultInitExpr(clang::CXXDefaultInitExpr* node,
                                                DataRecursionQueue* queue) {
  return RecursiveASTVisitor::TraverseCXXDefaultInitExpr(node, queue);
}

bool syntax_visitor::TraverseCXXNoexceptExpr(clang::CXXNoexceptExpr* node,
                                             DataRecursionQueue* queue) {
  return RecursiveASTVisitor::TraverseCXXNoexceptExpr(node, queue);
}

bool syntax_visitor::TraverseCXXTypeidExpr(clang::CXXTypeidExpr* node, DataRecursionQueue* queue) {
  return RecursiveASTVisitor::TraverseCXXTypeidExpr(node, queue);
}

}  // namespace milliamp::language
