#include "constant_uses.h"

#include "clang_versions.h"
#include "dispatch_syntax.h"
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

/// Visits what an expression or a body evaluates, without other functions.
class evaluated_visitor : public evaluated_code_visitor {
 public:
  bool TraverseCXXRecordDecl(clang::CXXRecordDecl*) override { return true; }
  bool TraverseLambdaExpr(clang::LambdaExpr* lambda, DataRecursionQueue*) override {
    return llvm::all_of(lambda->capture_inits(),
                        [this](clang::Expr* captured) { return TraverseStmt(captured); });
  }
  // What the visitor leaves out
  bool TraverseCXXDefaultArgExpr(clang::CXXDefaultArgExpr* argument, DataRecursionQueue*) override {
    return TraverseStmt(argument->getExpr());
  }
  bool TraverseCXXDefaultInitExpr(clang::CXXDefaultInitExpr* initializer,
                                  DataRecursionQueue*) override {
    return TraverseStmt(initializer->getExpr());
  }
  bool TraverseInitListExpr(clang::InitListExpr* list, DataRecursionQueue*) override {
    if (!list->isSemanticForm() && list->getSemanticForm() != nullptr) {
      list = list->getSemanticForm();
    }
    return llvm::all_of(list->inits(),
                        [this](clang::Expr* element) { return TraverseStmt(element); }) &&
           TraverseStmt(array_filler(*list));
  }

  bool VisitCallExpr(clang::CallExpr* call) override {
    return call->getDirectCallee() == nullptr || visit(*call->getDirectCallee(), *call);
  }
  bool VisitCXXConstructExpr(clang::CXXConstructExpr* construction) override {
    return visit(*construction->getConstructor(), *construction);
  }

 protected:
  /// Called for each call and construction. Returns false to end the visit.
  virtual bool visit(clang::FunctionDecl& callee, const clang::Expr& call) = 0;
};

/// Looks for a choice between overloads, where it ends the visit.
class choice_finder : public evaluated_visitor {
 public:
  /// @param scope the function whose body is visited; null where choices have been made already
  choice_finder(clang::Sema& sema, const clang::FunctionDecl* scope) : sema_(sema), scope_(scope) {}

  bool find_in(clang::FunctionDecl& function) {
    if (const auto* constructor = llvm::dyn_cast<clang::CXXConstructorDecl>(&function)) {
      for (const clang::CXXCtorInitializer* initializer : constructor->inits()) {
        if (!TraverseStmt(initializer->getInit())) return true;
      }
    }
    return !TraverseStmt(function.getBody());
  }

  bool VisitCallExpr(clang::CallExpr* call) override {
    return !is_choice(*call) && evaluated_visitor::VisitCallExpr(call);
  }

 private:
  bool visit(clang::FunctionDecl& callee, const clang::Expr& call) override {
    const bool has_overload = scope_ != nullptr && restrictions_of(*scope_).cpu &&
                              find_for_amp(sema_, callee, call, *scope_) != nullptr;
    return !has_overload && !chooses(sema_, callee);
  }

  clang::Sema& sema_;
  const clang::FunctionDecl* scope_;
};

/// Looks for what can throw an exception in amp code, where it ends the visit.
class throw_finder : public evaluated_visitor {
 public:
  throw_finder(clang::Sema& sema, const clang::DeclContext& scope) : sema_(sema), scope_(scope) {}

  bool VisitCXXBindTemporaryExpr(clang::CXXBindTemporaryExpr* temporary) override {
    return cannot_throw(*temporary->getTemporary()->getDestructor());
  }

 private:
  bool visit(clang::FunctionDecl& callee, const clang::Expr& call) override {
    const clang::FunctionDecl* for_amp = find_for_amp(sema_, callee, call, scope_);
    return cannot_throw(for_amp != nullptr ? *for_amp : callee);
  }
  bool cannot_throw(const clang::FunctionDecl& callee) {
    return clang::Sema::canCalleeThrow(sema_, nullptr, &callee) == clang::CT_Cannot;
  }

  clang::Sema& sema_;
  const clang::DeclContext& scope_;
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
  bool TraverseCXXNoexceptExpr(clang::CXXNoexceptExpr* operation, DataRecursionQueue*) override {
    if (is_in_constant() && restrictions_of(function_) == restrictions{true, true} &&
        is_noexcept_in_amp(sema_, *operation, function_) != operation->getValue()) {
      report_value(*operation);
    }
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
    const clang::SourceLocation location = call.getExprLoc();
    if (has.covers(caller)) {
      if (caller.amp && uses_choice(*callee, call)) report_value(call);
    } else if (!has.amp &&
               find_overload(sema_, *callee, {false, true}, location, &call, &function_)) {
      report_value(call);
    } else if (classes_ != 0 && !has.cpu) {
      report(sema_.Diags, location, rule::calls) << callee << has.name() << caller.name();
    }
  }

  /// Whether a callee or one of its default arguments chooses between overloads.
  bool uses_choice(clang::FunctionDecl& callee, const clang::Expr& call) {
    const auto is_chosen = [this](const clang::Stmt* argument) {
      const auto* use = llvm::dyn_cast_or_null<clang::CXXDefaultArgExpr>(argument);
      return use != nullptr && chooses(sema_, *use);
    };
    return chooses(sema_, callee) || llvm::any_of(call.children(), is_chosen);
  }
  void report_value(const clang::Expr& constant) {
    std::string text;
    llvm::raw_string_ostream stream(text);
    constant.printPretty(stream, nullptr, sema_.getPrintingPolicy());
    report_constant(sema_.Diags, constant.getExprLoc(), stream.str());
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

bool chooses(clang::Sema& sema, clang::FunctionDecl& function) {
  static llvm::DenseMap<const clang::FunctionDecl*, bool> known;
  // Other functions are code for the CPU alone, also where the compiler evaluates them in amp code.
  const bool has_amp_code =
      is_amp_code(function) || function.isImplicit() || !function.isUserProvided();
  clang::FunctionDecl* definition = function.getDefinition();
  if (!has_amp_code || !function.isConstexpr() || definition == nullptr) return false;
  const auto [entry, is_new] = known.try_emplace(definition, false);
  if (!is_new) return entry->second;
  return known[definition] = choice_finder(sema, definition).find_in(*definition);
}

bool chooses(clang::Sema& sema, const clang::Expr& value) {
  return !choice_finder(sema, nullptr).TraverseStmt(const_cast<clang::Expr*>(&value));
}

bool is_noexcept_in_amp(clang::Sema& sema, const clang::CXXNoexceptExpr& operation,
                        const clang::DeclContext& scope) {
  return throw_finder(sema, scope).TraverseStmt(operation.getOperand());
}

void report_constant(clang::DiagnosticsEngine& engine, clang::SourceLocation location,
                     const std::string& constant) {
  if (is_reported(location)) return;
  report(engine, location, rule::constant_values) << "'" + constant + "'";
  if (is_allowed(rule::constant_values)) return;
  note(engine, location,
       "the overloads that it uses differ: give them the same value, or compute it at run time, in "
       "a local variable that is neither static nor constexpr");
}

void check_constant_expressions(clang::Sema& sema, const clang::FunctionDecl& function) {
  constant_checker(sema, function).TraverseStmt(function.getBody(), nullptr);
}

}  // namespace milliamp::language
