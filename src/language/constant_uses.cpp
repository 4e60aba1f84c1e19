#include "constant_uses.h"

#include "syntax_visitor.h"

namespace milliamp::language {

namespace {

class use_finder : public syntax_visitor {
 public:
  explicit use_finder(const clang::VarDecl& constant) : constant_(constant) {}

  bool TraverseTypeLoc(clang::TypeLoc type) override {
    return enter([&] { return syntax_visitor::TraverseTypeLoc(type); });
  }
  bool TraverseTemplateArgumentLoc(const clang::TemplateArgumentLoc& argument) override {
    return enter([&] { return syntax_visitor::TraverseTemplateArgumentLoc(argument); });
  }
  bool TraverseStaticAssertDecl(clang::StaticAssertDecl* assertion) override {
    return enter([&] { return syntax_visitor::TraverseStaticAssertDecl(assertion); });
  }
  bool TraverseCXXRecordDecl(clang::CXXRecordDecl* record) override {
    return enter([&] { return syntax_visitor::TraverseCXXRecordDecl(record); });
  }
  // Without the queue, which would take statements for later.
  bool TraverseLambdaExpr(clang::LambdaExpr* lambda, DataRecursionQueue*) override {
    return enter([&] { return syntax_visitor::TraverseLambdaExpr(lambda); });
  }
  bool TraverseStmt(clang::Stmt* node, DataRecursionQueue* queue) override {
    if (!llvm::isa_and_nonnull<clang::ConstantExpr>(node)) {
      return syntax_visitor::TraverseStmt(node, queue);
    }
    return enter([&] { return syntax_visitor::TraverseStmt(node); });
  }

  /// Ends the visit at a use.
  bool VisitDeclRefExpr(clang::DeclRefExpr* name) override {
    return depth_ == 0 || name->getDecl() != &constant_;
  }

 private:
  /// Visits what is not evaluated when the function runs.
  bool enter(llvm::function_ref<bool()> visit) {
    ++depth_;
    const bool continues = visit();
    --depth_;
    return continues;
  }

  const clang::VarDecl& constant_;
  int depth_ = 0;
};

}  // namespace

bool is_needed_at_compile_time(const clang::FunctionDecl& function,
                               const clang::VarDecl& constant) {
  return !use_finder(constant).TraverseStmt(function.getBody(), nullptr);
}

}  // namespace milliamp::language
