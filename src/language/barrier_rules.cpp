#include "barrier_rules.h"

#include "clang_versions.h"
#include "reporting.h"
#include "syntax_visitor.h"

#include <llvm/ADT/DenseMap.h>

#include <utility>

namespace milliamp::language {

namespace {

bool is_of_class(const library_headers& headers, const clang::Decl& member, llvm::StringRef name) {
  const auto* record = llvm::dyn_cast<clang::CXXRecordDecl>(member.getDeclContext());
  return record != nullptr && record->getIdentifier() != nullptr && record->getName() == name &&
         headers.contain(member.getLocation());
}

/// Whether a function is one of tile_barrier::wait() and its like.
bool is_wait(const library_headers& headers, const clang::FunctionDecl& function) {
  return function.getIdentifier() != nullptr && starts_with(function.getName(), "wait") &&
         is_of_class(headers, function, "tile_barrier");
}

/// Visits what a function may run itself: not its lambdas, nor what is discarded or not evaluated.
class visitor_of_code : public evaluated_code_visitor {
 public:
  bool TraverseIfStmt(clang::IfStmt* statement, DataRecursionQueue*) override {
    TraverseStmt(statement->getInit());
    TraverseStmt(statement->getConditionVariableDeclStmt());
    TraverseStmt(statement->getCond());
    return traverse_branches(*statement);
  }
  bool TraverseCXXTypeidExpr(clang::CXXTypeidExpr*, DataRecursionQueue*) override { return true; }
  bool TraverseLambdaExpr(clang::LambdaExpr*, DataRecursionQueue*) override { return true; }

 protected:
  explicit visitor_of_code(clang::ASTContext& context) : context_(context) {}

  /// The branches of an `if`, or the one that `if constexpr` leaves.
  bool traverse_branches(clang::IfStmt& statement) {
    if (const auto branch = statement.getNondiscardedCase(context_)) return TraverseStmt(*branch);
    TraverseStmt(statement.getThen());
    return TraverseStmt(statement.getElse());
  }
  clang::ASTContext& context_;
};

/// Finds out whether a function waits at a barrier, directly or through its callees.
class barrier_search : public visitor_of_code {
 public:
  barrier_search(clang::ASTContext& context, const library_headers& headers)
      : visitor_of_code(context), headers_(headers) {}

  bool waits(const clang::FunctionDecl& function) {
    if (is_wait(headers_, function)) return true;
    const clang::FunctionDecl* definition = nullptr;
    if (headers_.or_system_contain(function.getLocation()) || !function.hasBody(definition)) {
      return false;
    }
    static llvm::DenseMap<const clang::FunctionDecl*, bool> known;
    const auto [entry, is_new] = known.try_emplace(definition, false);
    if (!is_new) return entry->second;
    barrier_search inner(context_, headers_);
    inner.TraverseStmt(definition->getBody());
    return known[definition] = inner.found_;
  }

  bool VisitCallExpr(clang::CallExpr* call) override {
    const clang::FunctionDecl* callee = call->getDirectCallee();
    found_ |= callee != nullptr && waits(*callee);
    return !found_;
  }

 private:
  const library_headers& headers_;
  bool found_ = false;
};

using variables = llvm::SmallPtrSet<const clang::VarDecl*, 8>;

/// Finds out whether the value of an expression depends on the thread: on tiled_index::local or
/// global, or on a variable that does.
class dependence_search : public visitor_of_code {
 public:
  dependence_search(clang::ASTContext& context, const library_headers& headers,
                    const variables& dependent)
      : visitor_of_code(context), headers_(headers), dependent_(dependent) {}

  bool depends(const clang::Expr* expression) {
    found_ = false;
    if (expression != nullptr) TraverseStmt(const_cast<clang::Expr*>(expression));
    return found_;
  }

  bool VisitMemberExpr(clang::MemberExpr* member) override {
    const clang::ValueDecl* declaration = member->getMemberDecl();
    if (declaration->getIdentifier() == nullptr) return true;
    const llvm::StringRef name = declaration->getName();
    found_ |=
        (name == "local" || name == "global") && is_of_class(headers_, *declaration, "tiled_index");
    return !found_;
  }
  bool VisitDeclRefExpr(clang::DeclRefExpr* name) override {
    const auto* variable = llvm::dyn_cast<clang::VarDecl>(name->getDecl());
    found_ |= variable != nullptr && dependent_.contains(variable);
    return !found_;
  }

 private:
  const library_headers& headers_;
  const variables& dependent_;
  bool found_ = false;
};

/// Collects the local variables that hold nothing but values that depend on the thread.
class variable_search : public visitor_of_code {
 public:
  variable_search(clang::ASTContext& context, const library_headers& headers, variables& dependent)
      : visitor_of_code(context), search_(context, headers, dependent), dependent_(dependent) {}

  bool VisitVarDecl(clang::VarDecl* variable) override {
    if (variable->hasLocalStorage() && variable->getType()->isArithmeticType() &&
        search_.depends(variable->getInit())) {
      dependent_.insert(variable);
    }
    return true;
  }
  bool VisitBinaryOperator(clang::BinaryOperator* operation) override {
    if (operation->getOpcode() != clang::BO_Assign) return true;
    const auto* name = llvm::dyn_cast<clang::DeclRefExpr>(operation->getLHS()->IgnoreParens());
    const auto* variable =
        name != nullptr ? llvm::dyn_cast<clang::VarDecl>(name->getDecl()) : nullptr;
    if (variable != nullptr && !search_.depends(operation->getRHS())) dependent_.erase(variable);
    return true;
  }

 private:
  dependence_search search_;
  variables& dependent_;
};

/// Walks through a body in the order of its text.
class barrier_checker : public visitor_of_code {
 public:
  barrier_checker(clang::Sema& sema, const library_headers& headers,
                  const clang::FunctionDecl& function)
      : visitor_of_code(sema.Context),
        sema_(sema),
        headers_(headers),
        search_(sema.Context, headers, dependent_) {
    variable_search(sema.Context, headers, dependent_).TraverseStmt(function.getBody());
  }

  // The control flow constructs that the specification lists. Their control expressions are always
  // evaluated, but that of a loop once per iteration.
  bool TraverseIfStmt(clang::IfStmt* statement, DataRecursionQueue*) override {
    TraverseStmt(statement->getInit());
    TraverseStmt(statement->getConditionVariableDeclStmt());
    TraverseStmt(statement->getCond());
    const scope inside(*this, statement->getCond());
    return traverse_branches(*statement);
  }
  bool TraverseSwitchStmt(clang::SwitchStmt* statement, DataRecursionQueue*) override {
    TraverseStmt(statement->getInit());
    TraverseStmt(statement->getConditionVariableDeclStmt());
    TraverseStmt(statement->getCond());
    const scope inside(*this, statement->getCond());
    const bool outer_break_ends_loop = std::exchange(break_ends_loop_, false);
    TraverseStmt(statement->getBody());
    break_ends_loop_ = outer_break_ends_loop;
    return true;
  }
  bool TraverseForStmt(clang::ForStmt* loop, DataRecursionQueue*) override {
    TraverseStmt(loop->getInit());
    return traverse_loop(loop->getCond(), {loop->getCond(), loop->getBody(), loop->getInc()});
  }
  bool TraverseCXXForRangeStmt(clang::CXXForRangeStmt* loop, DataRecursionQueue*) override {
    TraverseStmt(loop->getRangeInit());
    return traverse_loop(nullptr, {loop->getBody()});
  }
  bool TraverseWhileStmt(clang::WhileStmt* loop, DataRecursionQueue*) override {
    TraverseStmt(loop->getConditionVariableDeclStmt());
    return traverse_loop(loop->getCond(), {loop->getCond(), loop->getBody()});
  }
  bool TraverseDoStmt(clang::DoStmt* loop, DataRecursionQueue*) override {
    return traverse_loop(loop->getCond(), {loop->getBody(), loop->getCond()});
  }
  bool TraverseConditionalOperator(clang::ConditionalOperator* choice,
                                   DataRecursionQueue*) override {
    TraverseStmt(choice->getCond());
    const scope inside(*this, choice->getCond());
    TraverseStmt(choice->getTrueExpr());
    return TraverseStmt(choice->getFalseExpr());
  }
  bool TraverseBinaryOperator(clang::BinaryOperator* operation, DataRecursionQueue*) override {
    TraverseStmt(operation->getLHS());
    if (!operation->isLogicalOp()) return TraverseStmt(operation->getRHS());
    const scope inside(*this, operation->getLHS());
    return TraverseStmt(operation->getRHS());
  }

  bool VisitReturnStmt(clang::ReturnStmt* statement) override {
    depart(departed_function_, *statement);
    return true;
  }
  bool VisitContinueStmt(clang::ContinueStmt* statement) override {
    leave_loop(*statement);
    return true;
  }
  bool VisitBreakStmt(clang::BreakStmt* statement) override {
    if (break_ends_loop_) leave_loop(*statement);
    return true;
  }

  bool VisitCallExpr(clang::CallExpr* call) override {
    const clang::FunctionDecl* callee = call->getDirectCallee();
    if (callee != nullptr && barrier_search(context_, headers_).waits(*callee))
      check_barrier(*call);
    return true;
  }

 private:
  /// Something that has been left, in control flow that depends on the thread.
  struct departure {
    clang::SourceLocation statement;
    clang::SourceLocation control;
  };

  /// The parts of a construct that its control expression guards.
  class scope {
   public:
    scope(barrier_checker& checker, const clang::Expr* control) : checker_(checker) {
      const bool depends = control != nullptr && !control->isInstantiationDependent() &&
                           !control->isEvaluatable(checker.sema_.Context) &&
                           checker.search_.depends(control);
      if (!depends) return;
      checker_.controls_.push_back(control->getExprLoc());
      entered_ = true;
    }
    ~scope() {
      if (entered_) checker_.controls_.pop_back();
    }
    scope(const scope&) = delete;
    scope& operator=(const scope&) = delete;

   private:
    barrier_checker& checker_;
    bool entered_ = false;
  };

  bool traverse_loop(const clang::Expr* control, std::initializer_list<clang::Stmt*> parts) {
    const scope inside(*this, control);
    const std::size_t outer_control = control_of_loop_;
    const departure outer_departure = departed_loop_;
    const bool outer_break_ends_loop = std::exchange(break_ends_loop_, true);
    control_of_loop_ = controls_.size();
    for (clang::Stmt* part : parts) TraverseStmt(part);
    control_of_loop_ = outer_control;
    break_ends_loop_ = outer_break_ends_loop;
    departed_loop_ = outer_departure;
    return true;
  }

  /// A statement ends the loop or its present round.
  void leave_loop(const clang::Stmt& statement) {
    if (control_of_loop_ != controls_.size()) depart(departed_loop_, statement);
  }
  void depart(departure& left, const clang::Stmt& statement) {
    if (controls_.empty() || left.statement.isValid()) return;
    left = {statement.getBeginLoc(), controls_.back()};
  }

  void check_barrier(const clang::CallExpr& call) {
    if (!controls_.empty()) {
      warn_of(call, controls_.back(), {});
    } else if (departed_loop_.statement.isValid()) {
      warn_of(call, departed_loop_.control, departed_loop_.statement);
    } else if (departed_function_.statement.isValid()) {
      warn_of(call, departed_function_.control, departed_function_.statement);
    }
  }

  void warn_of(const clang::CallExpr& call, clang::SourceLocation control,
               clang::SourceLocation departed) {
    const clang::SourceLocation location = call.getExprLoc();
    static llvm::DenseSet<unsigned> locations;  // instantiations of a template have the same
    if (is_allowed(rule::divergent_barriers) ||
        !locations.insert(location.getRawEncoding()).second) {
      return;
    }
    warn(sema_.Diags, location, rule::divergent_barriers);
    note(sema_.Diags, control, "this depends on the thread");
    if (departed.isValid()) note(sema_.Diags, departed, "and here some threads may leave");
  }

  clang::Sema& sema_;
  const library_headers& headers_;
  variables dependent_;
  dependence_search search_;
  /// The active control expressions that depend on the thread.
  llvm::SmallVector<clang::SourceLocation, 4> controls_;
  std::size_t control_of_loop_ = 0;  ///< their number where the innermost loop begins
  bool break_ends_loop_ = false;     ///< the innermost statement that `break` can end is a loop
  departure departed_function_;
  departure departed_loop_;
};

}  // namespace

void check_barriers(clang::Sema& sema, const library_headers& headers,
                    const clang::FunctionDecl& function) {
  barrier_checker(sema, headers, function).TraverseStmt(function.getBody());
}

}  // namespace milliamp::language
