#include "call_dispatch.h"

#include "allocation_operators.h"
#include "clang_versions.h"
#include "constant_uses.h"
#include "dispatch_syntax.h"
#include "overloads.h"
#include "reporting.h"

#include <clang/AST/ExprCXX.h>

namespace milliamp::language {

namespace {

using expressions = llvm::SmallVector<clang::Expr*, 8>;

/// The arguments of a call with more choices than this are not repeated.
constexpr unsigned most_repeated_choices = 8;

/// Whether the operand of an expression is code that never runs.
bool is_unevaluated(const clang::Expr& expression) {
  return llvm::isa<clang::UnaryExprOrTypeTraitExpr, clang::CXXNoexceptExpr>(expression);
}

/// The default initializers that those with a dispatch have replaced.
llvm::DenseMap<const clang::FieldDecl*, const clang::Expr*>& replaced_initializers() {
  static llvm::DenseMap<const clang::FieldDecl*, const clang::Expr*> all;
  return all;
}

/// Whether the body, default argument or initializer of a declaration has not been rewritten yet.
bool begin_rewriting(const clang::Decl& declaration) {
  static llvm::DenseSet<const clang::Decl*> begun;
  return begun.insert(&declaration).second;
}

/// Rewrites the calls of one function.
class dispatcher {
 public:
  /// @param hides whether it must not be seen which amp functions are called: Clang and
  /// body_rules.h check a default argument or initializer again for each caller, and those for the
  /// CPU cannot call them.
  dispatcher(clang::Sema& sema, const clang::DeclContext& scope, restrictions caller,
             bool hides = false)
      : sema_(sema),
        context_(sema.Context),
        syntax_(sema),
        scope_(scope),
        caller_(caller),
        hides_(hides) {}

  void rewrite_children(clang::Stmt& parent) {
    if (auto* statement = llvm::dyn_cast<clang::DeclStmt>(&parent)) {
      return rewrite_declarations(*statement);
    }
    rewrite_filler(parent);
    for (clang::Stmt*& child : parent.children()) {
      if (child == nullptr) continue;
      if (auto* expression = llvm::dyn_cast<clang::Expr>(child)) {
        child = llvm::isa<clang::Expr>(parent) ? rewrite(*expression) : rewrite_full(*expression);
      } else {
        rewrite_children(*child);
      }
    }
  }

  void rewrite_initializers(clang::CXXConstructorDecl& constructor) {
    llvm::SmallVector<clang::CXXCtorInitializer*, 8> initializers(constructor.inits());
    for (clang::CXXCtorInitializer*& initializer : initializers) {
      clang::Expr* value = rewrite_full(*initializer->getInit());
      if (value != initializer->getInit()) initializer = syntax_.with_value(*initializer, *value);
    }
    auto** copy = new (context_) clang::CXXCtorInitializer*[initializers.size()];
    std::copy(initializers.begin(), initializers.end(), copy);
    constructor.setCtorInitializers(copy);
  }

  /// Rewrites a full-expression, whose end destroys the temporaries in it.
  clang::Expr* rewrite_full(clang::Expr& expression) {
    const bool outer_needs_cleanups = std::exchange(needs_cleanups_, false);
    clang::Expr* rewritten = rewrite(expression);
    if (needs_cleanups_ && !llvm::isa<clang::FullExpr>(rewritten)) {
      rewritten = clang::ExprWithCleanups::Create(context_, rewritten,
                                                  /*CleanupsHaveSideEffects=*/true, {});
    }
    needs_cleanups_ = outer_needs_cleanups;
    return rewritten;
  }

  clang::Expr* rewrite(clang::Expr& expression) {
    if (clang::Expr* known = rewritten_.lookup(&expression)) return known;
    if (auto* use = llvm::dyn_cast<clang::CXXDefaultArgExpr>(&expression)) {
      rewrite_default_argument(*use->getParam());
      return &expression;
    }
    if (auto* use = llvm::dyn_cast<clang::CXXDefaultInitExpr>(&expression)) {
      dispatch_calls(sema_, *use->getField());
      return with_present_initializer(context_, *use,
                                      replaced_initializers().lookup(use->getField()));
    }
    if (auto* operation = llvm::dyn_cast<clang::CXXRewrittenBinaryOperator>(&expression)) {
      // What it stands for, as `!(a == b)` for `a != b`, would no longer have the expected form.
      return rewrite(*operation->getSemanticForm());
    }
    if (!caller_.cpu && is_unevaluated(expression)) return &expression;
    if (auto* name = llvm::dyn_cast<clang::DeclRefExpr>(&expression)) {
      if (varying_.contains(name->getDecl())) rewritten_[name] = name;
      return name;
    }
    if (auto* lambda = llvm::dyn_cast<clang::LambdaExpr>(&expression)) {
      rewrite_captures(*lambda);
      return &expression;
    }
    const unsigned outer_choices = std::exchange(choices_, 0);
    clang::Expr* const rewritten = dispatch(expression);
    choices_ += outer_choices;
    if (rewritten == nullptr) return &expression;
    rewritten_[&expression] = rewritten;
    rewritten_[rewritten] = rewritten;
    return rewritten;
  }

 private:
  void rewrite_default_argument(clang::ParmVarDecl& parameter) {
    // That of a template is instantiated for its first use.
    auto* function = llvm::dyn_cast<clang::FunctionDecl>(parameter.getDeclContext());
    if (function != nullptr && is_amp_code(*function)) dispatch_calls(sema_, *function, parameter);
    needs_cleanups_ |= llvm::isa<clang::ExprWithCleanups>(parameter.getInit());
  }

  /// Rewrites the initializers of captures. The body of a lambda is another function.
  void rewrite_captures(clang::LambdaExpr& lambda) {
    for (clang::Expr*& captured : lambda.capture_inits()) {
      if (captured != nullptr) captured = rewrite(*captured);
    }
  }

  /// Rewrites the children of an expression. Returns what takes its place, null if it stays.
  clang::Expr* dispatch(clang::Expr& expression) {
    // The arguments as they are written are resolved before the calls in them are rewritten.
    clang::Expr* for_amp = nullptr;
    if (auto* call = llvm::dyn_cast<clang::CallExpr>(&expression)) {
      clang::FunctionDecl* callee = overload_for_amp(call->getDirectCallee(), *call);
      const expressions written = written_arguments(*call);
      rewrite_children(expression);
      if (callee != nullptr && choices_ > most_repeated_choices) {
        if (clang::Expr* made = call_of_choice(*call, *callee)) return made;
      }
      for_amp = callee != nullptr ? call_for_amp(*call, *callee, as_rewritten(written))
                                  : builtin_for_amp(*call, as_rewritten(written));
    } else if (auto* construction = llvm::dyn_cast<clang::CXXConstructExpr>(&expression)) {
      clang::FunctionDecl* callee = overload_for_amp(construction->getConstructor(), *construction);
      const expressions written = written_arguments(*construction);
      rewrite_children(expression);
      if (callee == nullptr) return nullptr;
      for_amp = construction_for_amp(*construction, llvm::cast<clang::CXXConstructorDecl>(*callee),
                                     as_rewritten(written));
    } else if (auto* allocation = llvm::dyn_cast<clang::CXXNewExpr>(&expression)) {
      rewrite_children(expression);
      for_amp = new_for_amp(sema_, *allocation, scope_);
    } else if (auto* deletion = llvm::dyn_cast<clang::CXXDeleteExpr>(&expression)) {
      rewrite_children(expression);
      for_amp = delete_for_amp(sema_, *deletion, scope_);
    } else if (auto* operation = llvm::dyn_cast<clang::CXXNoexceptExpr>(&expression)) {
      for_amp = noexcept_for_amp(*operation);
    } else {
      rewrite_children(expression);
    }
    if (for_amp == nullptr) return nullptr;
    choices_ = 2 * choices_ + 1;
    return caller_.cpu ? choice(*for_amp, expression) : for_amp;
  }

  /// The operator in amp code, if its value is another one there.
  clang::Expr* noexcept_for_amp(const clang::CXXNoexceptExpr& operation) {
    if (is_noexcept_in_amp(sema_, operation, scope_) == operation.getValue()) return nullptr;
    return new (context_)
        clang::CXXNoexceptExpr(operation.getType(), operation.getOperand(),
                               operation.getValue() ? clang::CT_Can : clang::CT_Cannot,
                               operation.getBeginLoc(), operation.getEndLoc());
  }

  void rewrite_declarations(clang::DeclStmt& statement) {
    for (clang::Decl* declaration : statement.decls()) {
      if (auto* variable = llvm::dyn_cast<clang::VarDecl>(declaration)) {
        rewrite_variable(*variable);
      }
    }
  }

  void rewrite_variable(clang::VarDecl& variable) {
    if (auto* bindings = llvm::dyn_cast<clang::DecompositionDecl>(&variable)) {
      for (clang::BindingDecl* binding : bindings->bindings()) {
        // In a class that is like a tuple, a binding is a variable of its own.
        if (clang::VarDecl* value = binding->getHoldingVar()) rewrite_variable(*value);
      }
    }
    clang::Expr* const value = variable.getInit();
    if (value == nullptr) return;
    if (variable.isUsableInConstantExpressions(context_)) {
      return rewrite_constant(variable, *value);
    }
    // Even if it is the same: a constant object forgets the value that the compiler may have found,
    // on the CPU, when it looked for mistakes.
    variable.setInit(rewrite_full(*value));
  }

  /// The compiler has taken the value of a constant from what it calls on the CPU.
  void rewrite_constant(clang::VarDecl& constant, clang::Expr& value) {
    const std::size_t before = rewritten_.size();
    clang::Expr* const rewritten = rewrite_full(value);
    // The value is the same for both restrictions.
    if (rewritten_.size() == before && !chooses(sema_, value)) return;
    if (constant.isConstexpr() || !constant.hasLocalStorage() ||
        is_needed_at_compile_time(llvm::cast<clang::FunctionDecl>(scope_), constant)) {
      report_constant(sema_.Diags, constant.getLocation(), constant.getNameAsString());
      return;
    }
    constant.setInit(rewritten);  // even if it is the same: the constant forgets its value
    varying_.insert(&constant);
  }

  /// What initializes the elements of an array without initializers of their own.
  void rewrite_filler(clang::Stmt& parent) {
    clang::Expr* const filler = array_filler(parent);
    if (filler == nullptr) return;
    clang::Expr* const rewritten = rewrite(*filler);
    if (rewritten != filler) set_array_filler(parent, rewritten);
  }

  clang::FunctionDecl* overload_for_amp(clang::FunctionDecl* callee, const clang::Expr& call) {
    if (callee == nullptr) return nullptr;
    if (restrictions_of(*callee).amp && !caller_.cpu) return nullptr;
    const clang::SourceLocation location = call.getExprLoc();
    clang::FunctionDecl* found = find_for_amp(sema_, *callee, call, scope_);
    if (found == nullptr) return nullptr;
    if (!check_same_type(sema_, *callee, *found, location)) return nullptr;
    check_access(sema_, *found, scope_, call);
    sema_.MarkFunctionReferenced(location, found);
    return found;
  }

  /// The arguments of a call, after the calls in them have been rewritten.
  expressions as_rewritten(expressions arguments) const {
    for (clang::Expr*& argument : arguments) {
      if (clang::Expr* rewritten = rewritten_.lookup(argument)) argument = rewritten;
    }
    return arguments;
  }

  clang::Expr* call_for_amp(clang::CallExpr& call, clang::FunctionDecl& callee,
                            expressions written) {
    if (!takes_same_arguments(context_, call, callee)) {
      return converting_call(call, callee, written);
    }
    const expressions arguments(call.arguments());
    const clang::QualType type = call.getType();
    const auto kind = call.getValueKind();
    const clang::SourceLocation end = call.getRParenLoc();
    const clang::FPOptionsOverride floating{};
    if (llvm::isa<clang::CXXMemberCallExpr>(call)) {
      auto* member = llvm::dyn_cast<clang::MemberExpr>(call.getCallee()->IgnoreParens());
      if (member == nullptr) return nullptr;
      clang::Expr* name = clang::MemberExpr::Create(
          context_, member->getBase(), member->isArrow(), member->getOperatorLoc(),
          member->getQualifierLoc(), clang::SourceLocation(), &callee,
          clang::DeclAccessPair::make(&callee, callee.getAccess()), member->getMemberNameInfo(),
          nullptr, member->getType(), member->getValueKind(), member->getObjectKind(),
          clang::NOUR_None);
      return clang::CXXMemberCallExpr::Create(context_, name, arguments, type, kind, end, floating);
    }
    clang::Expr* name = syntax_.name_of(callee, call.getExprLoc());
    if (auto* operation = llvm::dyn_cast<clang::CXXOperatorCallExpr>(&call)) {
      return clang::CXXOperatorCallExpr::Create(context_, operation->getOperator(), name, arguments,
                                                type, kind, operation->getOperatorLoc(), floating);
    }
    return clang::CallExpr::Create(context_, name, arguments, type, kind, end, floating);
  }

  clang::Expr* call_of_choice(clang::CallExpr& call, clang::FunctionDecl& callee) {
    const bool can_choose = caller_.cpu && !hides_ && takes_same_arguments(context_, call, callee);
    return can_choose ? syntax_.call_of_choice(call, callee) : nullptr;
  }

  clang::Expr* choice(clang::Expr& for_amp, clang::Expr& for_cpu) {
    return syntax_.choice(hides_ ? *syntax_.hidden(for_amp) : for_amp, for_cpu);
  }

  /// The built-in operator in amp code, where the operands have it and the call is one of an
  /// operator for the CPU alone.
  clang::Expr* builtin_for_amp(const clang::CallExpr& call, llvm::ArrayRef<clang::Expr*> operands) {
    const auto* operation = llvm::dyn_cast<clang::CXXOperatorCallExpr>(&call);
    const clang::FunctionDecl* callee = call.getDirectCallee();
    if (operation == nullptr || callee == nullptr || restrictions_of(*callee).amp) return nullptr;
    clang::Expr* made = make_builtin(sema_, *operation, operands, scope_);
    if (made == nullptr) return nullptr;
    const clang::QualType type =
        made->isLValue() ? context_.getLValueReferenceType(made->getType()) : made->getType();
    const bool is_same =
        check_same_type(sema_, callee->getReturnType(), type, operation->getOperatorLoc());
    return is_same ? made : nullptr;
  }

  /// A call that converts the arguments to other parameters.
  clang::Expr* converting_call(clang::CallExpr& call, clang::FunctionDecl& callee,
                               expressions arguments) {
    const amp_scope in_amp_code(sema_, scope_);
    const clang::SourceLocation end = call.getRParenLoc();
    const auto* method = llvm::dyn_cast<clang::CXXMethodDecl>(&callee);
    clang::Expr* made = nullptr;
    if (method == nullptr || method->isStatic()) {
      clang::Expr* name = syntax_.name_of(callee, call.getExprLoc());
      made = sema_.BuildResolvedCallExpr(name, &callee, end, arguments, end).get();
    } else {
      auto* member = llvm::dyn_cast<clang::MemberExpr>(call.getCallee()->IgnoreParenImpCasts());
      clang::Expr* object =
          member != nullptr ? written_object(*member->getBase()) : arguments.front();
      if (member == nullptr) arguments.erase(arguments.begin());
      clang::Expr* name = clang::MemberExpr::CreateImplicit(
          context_, object, member != nullptr && member->isArrow(), &callee, context_.BoundMemberTy,
          clang::VK_PRValue, clang::OK_Ordinary);
      made = sema_.BuildCallToMemberFunction(nullptr, name, end, arguments, end).get();
    }
    needs_cleanups_ |= in_amp_code.needs_cleanups();
    // What is around the call destroys its result.
    auto* temporary = llvm::dyn_cast_or_null<clang::CXXBindTemporaryExpr>(made);
    return temporary != nullptr ? temporary->getSubExpr() : made;
  }

  clang::Expr* construction_for_amp(clang::CXXConstructExpr& construction,
                                    clang::CXXConstructorDecl& constructor, expressions written) {
    expressions arguments(construction.arguments());
    if (!takes_same_arguments(context_, construction, constructor)) {
      // An inherited constructor has no default arguments of its own.
      clang::CXXConstructorDecl* declared = constructor.getInheritedConstructor().getConstructor();
      if (declared == nullptr) declared = &constructor;
      const amp_scope in_amp_code(sema_, scope_);
      arguments.clear();
      if (sema_.CompleteConstructorCall(
              declared, construction.getType(), written, construction.getLocation(), arguments,
              /*AllowExplicit=*/true, construction.isListInitialization())) {
        return nullptr;
      }
      needs_cleanups_ |= in_amp_code.needs_cleanups();
    }
    return clang::CXXConstructExpr::Create(
        context_, construction.getType(), construction.getLocation(), &constructor,
        construction.isElidable(), arguments, construction.hadMultipleCandidates(),
        construction.isListInitialization(), construction.isStdInitListInitialization(),
        construction.requiresZeroInitialization(), construction.getConstructionKind(),
        construction.getParenOrBraceRange());
  }

  clang::Sema& sema_;
  clang::ASTContext& context_;
  dispatch_syntax syntax_;
  const clang::DeclContext& scope_;
  restrictions caller_;
  bool hides_;
  unsigned choices_ = 0;         ///< in the code of what has been rewritten of an expression
  bool needs_cleanups_ = false;  ///< in the full-expression that is being rewritten
  /// What has taken the place of calls, and the names of constants that have become variables.
  llvm::DenseMap<const clang::Expr*, clang::Expr*> rewritten_;
  llvm::SmallPtrSet<const clang::ValueDecl*, 4> varying_;
};

}  // namespace

void dispatch_calls(clang::Sema& sema, clang::FunctionDecl& function) {
  if (!begin_rewriting(function)) return;
  dispatcher rewriter(sema, function, restrictions_of(function));
  if (auto* constructor = llvm::dyn_cast<clang::CXXConstructorDecl>(&function)) {
    rewriter.rewrite_initializers(*constructor);
  }
  rewriter.rewrite_children(*function.getBody());
}

void dispatch_calls(clang::Sema& sema, const clang::FunctionDecl& function,
                    clang::ParmVarDecl& parameter) {
  if (!parameter.hasDefaultArg() || parameter.hasInheritedDefaultArg() ||
      parameter.hasUnparsedDefaultArg() || parameter.hasUninstantiatedDefaultArg()) {
    return;
  }
  clang::Expr& argument = *parameter.getInit();
  if (argument.isTypeDependent() || argument.isValueDependent()) return;
  if (!begin_rewriting(parameter)) return;
  clang::Expr* rewritten =
      dispatcher(sema, function, restrictions_of(function), /*hides=*/true).rewrite_full(argument);
  if (rewritten != &argument) parameter.setDefaultArg(rewritten);
}

void dispatch_calls(clang::Sema& sema, clang::FieldDecl& field) {
  clang::Expr* initializer = field.getInClassInitializer();
  if (initializer == nullptr || !begin_rewriting(field)) return;
  clang::Expr* rewritten =
      dispatcher(sema, *field.getParent(), {true, true}, /*hides=*/true).rewrite_full(*initializer);
  if (rewritten == initializer) return;
  replaced_initializers()[&field] = initializer;
  field.setInClassInitializer(rewritten);
}

}  // namespace milliamp::language
