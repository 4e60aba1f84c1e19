#include "template_uses.h"

#include "call_rules.h"
#include "reporting.h"
#include "restrictions.h"
#include "syntax_visitor.h"

namespace milliamp::language {

namespace {

using function_consumer =
    llvm::function_ref<void(const clang::FunctionDecl&, clang::SourceLocation)>;

class argument_visitor : public syntax_visitor {
 public:
  explicit argument_visitor(function_consumer pass) : pass_(pass) {}

  // What decltype and the bounds of arrays contain is not evaluated.
  bool TraverseStmt(clang::Stmt*, DataRecursionQueue*) override { return true; }
  bool TraverseTemplateArgumentLoc(const clang::TemplateArgumentLoc& argument) override {
    if (argument.getArgument().getKind() != clang::TemplateArgument::Expression) {
      return syntax_visitor::TraverseTemplateArgumentLoc(argument);
    }
    const clang::Expr* value = argument.getSourceExpression()->IgnoreParenImpCasts();
    if (const auto* operation = llvm::dyn_cast<clang::UnaryOperator>(value)) {
      value = operation->getSubExpr()->IgnoreParenImpCasts();
    }
    const auto* name = llvm::dyn_cast<clang::DeclRefExpr>(value);
    if (name == nullptr) return true;
    if (const auto* function = llvm::dyn_cast<clang::FunctionDecl>(name->getDecl())) {
      pass_(*function, name->getLocation());
    }
    return true;
  }

 private:
  function_consumer pass_;
};

class call_visitor : public syntax_visitor {
 public:
  explicit call_visitor(clang::DiagnosticsEngine& engine) : engine_(engine) {}

  bool VisitCallExpr(clang::CallExpr* call) override {
    const clang::FunctionDecl* callee = lambda_behind(*call->getCallee()->IgnoreParenImpCasts());
    if (callee == nullptr) callee = call->getDirectCallee();
    if (callee == nullptr || restrictions_of(*callee).cpu) return true;
    // The place of the call, in the library, would help nobody.
    report(engine_, callee->getLocation(), rule::calls)
        << callee << restrictions_of(*callee).name() << restrictions{true, false}.name();
    return true;
  }

 private:
  clang::DiagnosticsEngine& engine_;
};

}  // namespace

void for_each_function_argument(clang::TypeLoc type, function_consumer pass) {
  argument_visitor(pass).TraverseTypeLoc(type);
}

void check_library_calls(clang::DiagnosticsEngine& engine, clang::FunctionDecl& function) {
  call_visitor(engine).TraverseStmt(function.getBody());
}

}  // namespace milliamp::language
