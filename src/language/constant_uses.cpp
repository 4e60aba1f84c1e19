#include "constant_uses.h"

#include "overloads.h"
#include "reporting.h"
#include "restrictions.h"
#include "syntax_visitor.h"

#include <llvm/Support/raw_ostream.h>

namespace milliamp::language {

namespace {

/// Knows which nodes are evaluated when the function is compiled.
class constant_visitor : public syntax_visitor {
 public:
  bool TraverseTypeLoc(clang::TypeLoc type) override {
    return enter([&] { return syntax_visitor::TraverseTypeLoc(type); });
  }
  bool TraverseTemplateArgumentLoc(const clang::TemplateArgumentLoc& argument) override {
    return enter([&] { return syntax_visitor::TraverseTemplateArgumentLoc(argument); });
  }
  bool TraverseStaticAssertDecl(clang::StaticAssertDecl* assertion) override {
    return enter([&] { return syntax_visitor::TraverseStaticAssertDecl(assertion); });
  }
  bool TraverseStmt(clang::Stmt* node, DataRecursionQueue* queue) override {
    if (!llvm::isa_and_nonnull<clang::ConstantExpr>(node)) {
      return syntax_visitor::TraverseStmt(node, queue);
    }
    // Without the queue, which would take statements for later.
    return enter([&] { return syntax_visitor::TraverseStmt(node); });
  }

 protected:
  bool enter(llvm::function_ref<bool()> visit) {
    ++depth_;
    const bool continues = visit();
    --depth_;
    return continues;
  }
  bool is_in_constant() const { return depth_ != 0; }

 private:
  int depth_ = 0;
};

class use_finder : public constant_visitor {
 public:
  explicit use_finder(const clang::VarDecl& constant) : constant_(constant) {}

  bool TraverseCXXRecordDecl(clang::CXXRecordDecl* record) override {
    return enter([&] { return constant_visitor::TraverseCXXRecordDecl(record); });
  }
  bool TraverseLambdaExpr(clang::LambdaExpr* lambda, DataRecursionQueue*) override {
    return enter([&] { return constant_visitor::TraverseLambdaExpr(lambda); });
  }

  /// Ends the visit at a use.
  bool VisitDeclRefExpr(clang::DeclRefExpr* name) override {
    return !is_in_constant() || name->getDecl() != &constant_;
  }

 private:
  const clang::VarDecl& constant_;
};

class constant_checker : public constant_visitor {
 public:
  constant_checker(clang::Sema& sema, const clang::FunctionDecl& function)
      : sema_(sema), function_(function) {}

  // What is not evaluated, or belongs to another function
  bool TraverseTypeLoc(clang::TypeLoc type) override {
    return type.getAs<clang::DecltypeTypeLoc>() || constant_visitor::TraverseTypeLoc(type);
  }
  bool TraverseUnaryExprOrTypeTraitExpr(clang::UnaryExprOrTypeTraitExpr* expression,
                                        DataRecursionQueue* queue) override {
    return !expression->isArgumentType() ||
           constant_visitor::TraverseUnaryExprOrTypeTraitExpr(expression, queue);
  }
  bool TraverseCXXNoexceptExpr(clang::CXXNoexceptExpr*, DataRecursionQueue*) override {
    return true;
  }
  bool TraverseLambdaExpr(clang::LambdaExpr*, DataRecursionQueue*) override { return true; }
  bool TraverseCXXRecordDecl(clang::CXXRecordDecl* record) override {
    ++classes_;
    for (clang::Decl* member : record->decls()) {
      if (member->getAsFunction() == nullptr) TraverseDecl(member);
    }
    --classes_;
    return true;
  }

  bool VisitCallExpr(clang::CallExpr* call) override {
    check(call->getDirectCallee(), *call);
    return true;
  }
  bool VisitCXXConstructExpr(clang::CXXConstructExpr* construction) override {
    check(construction->getConstructor(), *construction);
    return true;
  }

 private:
  void check(clang::FunctionDecl* callee, const clang::Expr& call) {
    if (!is_in_constant() || callee == nullptr) return;
    const restrictions has = restrictions_of(*callee);
    const restrictions caller = restrictions_of(function_);
    if (has.covers(caller)) return;
    const clang::SourceLocation location = call.getExprLoc();
    if (!has.amp && find_overload(sema_, *callee, {false, true}, location, &call, &function_)) {
      std::string text;
      llvm::raw_string_ostream stream(text);
      call.printPretty(stream, nullptr, sema_.getPrintingPolicy());
      report(sema_.Diags, location, rule::constant_values) << "'" + stream.str() + "'";
    } else if (classes_ != 0 && !has.cpu) {
      report(sema_.Diags, location, rule::calls) << callee << has.name() << caller.name();
    }
  }

  clang::Sema& sema_;
  const clang::FunctionDecl& function_;
  int classes_ = 0;  ///< around the node; Clang does not know what function their members are in
};

}  // namespace

bool is_needed_at_compile_time(const clang::FunctionDecl& function,
                               const clang::VarDecl& constant) {
  return !use_finder(constant).TraverseStmt(function.getBody(), nullptr);
}

void check_constant_expressions(clang::Sema& sema, const clang::FunctionDecl& function) {
  constant_checker(sema, function).TraverseStmt(function.getBody(), nullptr);
}

}  // namespace milliamp::language
