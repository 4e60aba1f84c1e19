#include "body_rules.h"

#include "amp_types.h"
#include "call_rules.h"
#include "clang_versions.h"
#include "overloads.h"
#include "reporting.h"
#include "restrictions.h"
#include "statement_rules.h"
#include "template_uses.h"
#include "tile_static.h"
#include "variable_rules.h"

namespace milliamp::language {

namespace {

bool is_inherited_constructor(const clang::FunctionDecl& function) {
  const auto* constructor = llvm::dyn_cast<clang::CXXConstructorDecl>(&function);
  return constructor != nullptr && constructor->isInheritingConstructor();
}

/// Whether the compiler writes the body of a function.
bool is_generated(const clang::FunctionDecl& function) {
  return (function.isDefaulted() && !function.isUserProvided()) ||
         is_inherited_constructor(function);
}

/// Visits the body of one function, without those of the lambdas and local classes in it.
class body_checker : public math_recorder {
 public:
  body_checker(clang::Sema& sema, const library_headers& headers, call_graph& calls,
               clang::FunctionDecl* function)
      : body_checker(sema, headers, calls, function,
                     function != nullptr ? restrictions_of(*function) : restrictions{true, false},
                     function != nullptr && is_amp_code(*function)) {}

  body_checker(clang::Sema& sema, const library_headers& headers, call_graph& calls,
               clang::FunctionDecl* function, restrictions has, bool in_amp_code)
      : sema_(sema),
        headers_(headers),
        calls_(calls),
        types_(sema, headers),
        function_(function),
        has_(has),
        in_amp_code_(in_amp_code),
        call_rules_(sema, headers, calls, types_, {function, has, in_amp_code}),
        statements_(sema.Diags, types_),
        variables_(sema.Diags, headers, statements_, function) {}

  void check() {
    if (auto* constructor = llvm::dyn_cast<clang::CXXConstructorDecl>(function_)) {
      for (clang::CXXCtorInitializer* initializer : constructor->inits()) {
        TraverseStmt(initializer->getInit());
      }
    }
    if (auto* destructor = llvm::dyn_cast<clang::CXXDestructorDecl>(function_)) {
      for (const clang::CXXBaseSpecifier& base : destructor->getParent()->bases()) {
        check_destruction(base.getType(), destructor->getLocation());
      }
      for (const clang::FieldDecl* field : destructor->getParent()->fields()) {
        // The members of a union are not destroyed.
        if (destructor->getParent()->isUnion() || field->isAnonymousStructOrUnion()) continue;
        check_destruction(field->getType(), destructor->getLocation());
      }
    }
    TraverseStmt(function_->getBody());
  }

  void check_result() {
    if (const clang::FunctionTypeLoc type = function_->getFunctionTypeLoc()) {
      check_type_calls(type.getReturnLoc());
    }
  }

  bool TraverseStmt(clang::Stmt* node, DataRecursionQueue* queue = nullptr) override {
    const auto found = written_.find(node);
    return syntax_visitor::TraverseStmt(found != written_.end() ? found->second : node, queue);
  }

  // What is not evaluated, or belongs to another function
  bool TraverseTypeLoc(clang::TypeLoc type) override {
    for_each_function_pointer(type, [this](const auto& target, clang::SourceLocation location) {
      const auto* function = llvm::dyn_cast<clang::FunctionDecl>(&target);
      if (function != nullptr) call_rules_.check_name(*function, location);
    });
    if (resolves_for_cpu()) check_same_types(sema_, type);
    check_type_calls(type);
    return true;
  }
  bool TraverseCXXRecordDecl(clang::CXXRecordDecl* record) override {
    if (record->isThisDeclarationADefinition()) {
      check_type(sema_.Context.getRecordType(record), record->getLocation());
      if (in_amp_code_) check_same_types(sema_, *record);
    }
    for (clang::CXXMethodDecl* method : record->methods()) check_inner(*method);
    return true;
  }
  bool TraverseStaticAssertDecl(clang::StaticAssertDecl*) override { return true; }
  bool TraverseUnaryExprOrTypeTraitExpr(clang::UnaryExprOrTypeTraitExpr* expression,
                                        DataRecursionQueue*) override {
    if (expression->isArgumentType()) {
      check_named_type(expression->getArgumentType(), expression->getBeginLoc());
    } else if (const auto* operation = llvm::dyn_cast<clang::UnaryOperator>(
                   expression->getArgumentExpr()->IgnoreParens())) {
      const auto* name =
          llvm::dyn_cast<clang::DeclRefExpr>(operation->getSubExpr()->IgnoreParens());
      const auto* function =
          name != nullptr ? llvm::dyn_cast<clang::FunctionDecl>(name->getDecl()) : nullptr;
      if (function != nullptr) call_rules_.check_name(*function, name->getLocation());
    }
    check_operand(*expression);
    return true;
  }
  bool TraverseCXXNoexceptExpr(clang::CXXNoexceptExpr* expression, DataRecursionQueue*) override {
    check_operand(*expression);
    return true;
  }
  bool TraversePredefinedExpr(clang::PredefinedExpr* name, DataRecursionQueue*) override {
    return VisitStmt(name);
  }
  bool TraverseTemplateArgumentLoc(const clang::TemplateArgumentLoc& argument) override {
    // The compiler evaluates numbers.
    const bool is_number =
        argument.getArgument().getKind() == clang::TemplateArgument::Expression &&
        argument.getSourceExpression()->getType()->isIntegralOrEnumerationType();
    return is_number || syntax_visitor::TraverseTemplateArgumentLoc(argument);
  }
  bool TraverseInitListExpr(clang::InitListExpr* list, DataRecursionQueue*) override {
    // The elements as they are initialized, with conversions and default member initializers.
    if (!list->isSemanticForm() && list->getSemanticForm() != nullptr) {
      list = list->getSemanticForm();
    }
    for (clang::Expr* element : list->inits()) TraverseStmt(element);
    return TraverseStmt(array_filler(*list));
  }
  bool TraverseLambdaExpr(clang::LambdaExpr* lambda, DataRecursionQueue*) override {
    for (clang::Expr* initializer : lambda->capture_inits()) {
      // What a nested lambda captures is no use of it.
      if (!llvm::isa_and_nonnull<clang::DeclRefExpr>(initializer)) TraverseStmt(initializer);
    }
    check_inner(*lambda->getCallOperator());
    return true;
  }
  bool TraverseCXXDefaultArgExpr(clang::CXXDefaultArgExpr* argument, DataRecursionQueue*) override {
    // Its location in the source is that of the function's declaration.
    if (headers_.or_system_contain(argument->getExpr()->getExprLoc())) return true;
    with_note(sema_.Diags, argument->getUsedLocation(), "in a default argument that is used here",
              [&] { TraverseStmt(argument->getExpr()); });
    return true;
  }
  bool TraverseCXXDefaultInitExpr(clang::CXXDefaultInitExpr* initializer,
                                  DataRecursionQueue*) override {
    if (!headers_.or_system_contain(initializer->getExpr()->getExprLoc())) {
      TraverseStmt(initializer->getExpr());
    }
    return true;
  }
  bool VisitCXXForRangeStmt(clang::CXXForRangeStmt* loop) override {
    // The visitor leaves out what the source does not contain.
    for (clang::DeclStmt* statement : {loop->getBeginStmt(), loop->getEndStmt()}) {
      if (statement == nullptr) continue;
      TraverseStmt(llvm::cast<clang::VarDecl>(statement->getSingleDecl())->getInit());
    }
    TraverseStmt(loop->getCond());
    TraverseStmt(loop->getInc());
    return true;
  }
  bool TraverseCXXTypeidExpr(clang::CXXTypeidExpr* expression, DataRecursionQueue*) override {
    return VisitStmt(expression);
  }
  bool TraverseGCCAsmStmt(clang::GCCAsmStmt* statement, DataRecursionQueue*) override {
    return VisitStmt(statement);
  }

  bool VisitVarDecl(clang::VarDecl* variable) override {
    if (is_tile_static(*variable)) {
      handle_tile_static(sema_, types_, *variable, in_amp_code_ && !has_.cpu);
      return true;
    }
    check_destruction(variable->getType(), variable->getLocation());
    if (in_amp_code_) variables_.check_declaration(*variable);
    return true;
  }

  bool VisitEnumDecl(clang::EnumDecl* enumeration) override {
    check_type(sema_.Context.getEnumType(enumeration), enumeration->getLocation());
    return true;
  }

  bool VisitTypedefNameDecl(clang::TypedefNameDecl* alias) override {
    if (!alias->getUnderlyingType()->isFunctionType()) {
      check_named_type(alias->getUnderlyingType(), alias->getLocation());
    }
    return true;
  }

  // Names

  bool VisitExplicitCastExpr(clang::ExplicitCastExpr* cast) override {
    if (cast->getCastKind() == clang::CK_ToVoid) {
      discarded_.insert(cast->getSubExpr()->IgnoreParens());
    }
    return true;
  }

  bool VisitDeclRefExpr(clang::DeclRefExpr* name) override {
    if (llvm::isa<clang::EnumConstantDecl>(name->getDecl())) {
      check_type(name->getType(), name->getLocation());
    }
    if (auto* function = llvm::dyn_cast<clang::FunctionDecl>(name->getDecl())) {
      if (!callees_.erase(name)) call_rules_.check_name(*function, name->getLocation());
      return true;
    }
    if (auto* variable = llvm::dyn_cast<clang::VarDecl>(name->getDecl())) {
      check_variable(*variable, name->getLocation(), is_value(*name));
    }
    if (auto* binding = llvm::dyn_cast<clang::BindingDecl>(name->getDecl())) {
      if (auto* whole = llvm::dyn_cast<clang::VarDecl>(binding->getDecomposedDecl())) {
        check_variable(*whole, name->getLocation(), /*is_value=*/false);
      }
    }
    return true;
  }

  bool VisitMemberExpr(clang::MemberExpr* member) override {
    if (auto* variable = llvm::dyn_cast<clang::VarDecl>(member->getMemberDecl())) {
      check_variable(*variable, member->getMemberLoc(), is_value(*member));
    }
    if (auto* field = llvm::dyn_cast<clang::FieldDecl>(member->getMemberDecl())) {
      if (field->getType().isVolatileQualified()) {
        report_here(member->getMemberLoc(), rule::volatile_types)
            << field->getType() << fault_of_volatile().text;
      }
      if (is_cpu_property(*field)) {
        report_here(member->getMemberLoc(), rule::properties)
            << field << restrictions{true, false}.name() << has_.name();
      }
    }
    return true;
  }

  // Calls

  bool VisitCallExpr(clang::CallExpr* call) override {
    clang::Expr* callee = call->getCallee()->IgnoreParenImpCasts();
    if (auto* name = llvm::dyn_cast<clang::DeclRefExpr>(callee)) callees_.insert(name);
    clang::FunctionDecl* function = call->getDirectCallee();
    if (function == nullptr) {
      call_rules_.check_indirect(*call);
      return true;
    }
    // The macro NAN is a call of a built-in function with a string.
    if (function->getBuiltinID() != 0) statements_.allow_strings(*call);
    if (headers_.contain(function->getLocation())) {
      statements_.allow_strings(*call);
      if (function->getNameAsString() == "parallel_for_each") call_rules_.check_kernel(*call);
    }
    check_call(*function, call->getExprLoc(), *call);
    return true;
  }

  bool VisitCXXThisExpr(clang::CXXThisExpr* expression) override {
    check_type(expression->getType()->getPointeeType().getUnqualifiedType(),
               expression->getExprLoc());
    return true;
  }

  bool VisitCXXConstructExpr(clang::CXXConstructExpr* construction) override {
    if (llvm::isa<clang::CXXTemporaryObjectExpr>(construction)) {
      check_type(construction->getType(), construction->getLocation());
    }
    check_call(*construction->getConstructor(), construction->getLocation(), *construction);
    return true;
  }

  bool VisitCXXInheritedCtorInitExpr(clang::CXXInheritedCtorInitExpr* construction) override {
    call_rules_.check(*construction->getConstructor(), construction->getLocation(), nullptr);
    return true;
  }

  bool VisitCXXBindTemporaryExpr(clang::CXXBindTemporaryExpr* temporary) override {
    check_destruction(temporary->getType(), temporary->getExprLoc());
    return true;
  }

  bool VisitCXXNewExpr(clang::CXXNewExpr* expression) override {
    call_rules_.check_allocation(*expression);
    return true;
  }
  bool VisitCXXDeleteExpr(clang::CXXDeleteExpr* expression) override {
    const clang::QualType destroyed = expression->getDestroyedType();
    if (!destroyed.isNull()) {
      check_destruction(destroyed, expression->getExprLoc());
    }
    call_rules_.check_deallocation(*expression);
    return true;
  }

  bool VisitStmt(clang::Stmt* statement) override {
    if (in_amp_code_) statements_.Visit(statement);
    return TraverseStmt(array_filler(*statement));
  }

 private:
  clang::DiagnosticBuilder report_here(clang::SourceLocation location, rule broken) {
    if (in_amp_code_) return report(sema_.Diags, location, broken);
    return report_nothing(sema_.Diags, location);
  }
  void check_type(clang::QualType type, clang::SourceLocation location) {
    if (in_amp_code_) statements_.check_type(type, location);
  }
  /// A type that is named, but whose values are not used.
  void check_named_type(clang::QualType type, clang::SourceLocation location) {
    if (!types_.is_array_or_texture(type)) check_type(type, location);
  }

  /// A call that means another overload in amp code. If that converts the arguments to parameters
  /// of its own, conversions and default arguments are evaluated on the CPU alone.
  void check_call(clang::FunctionDecl& callee, clang::SourceLocation location,
                  const clang::Expr& call) {
    const clang::FunctionDecl* overload = call_rules_.check(callee, location, &call);
    check_generated(callee, location);
    if (overload == nullptr || takes_same_arguments(sema_.Context, call, *overload)) return;
    const llvm::SmallVector<clang::Expr*, 8> written = written_arguments(call);
    const llvm::ArrayRef<const clang::Expr*> all = arguments_of(call);
    for (std::size_t i = 0; i < all.size(); ++i) {
      written_[all[i]] = i < written.size() ? written[i] : nullptr;
    }
  }

  /// In a trial: checks a function whose restrictions are those of the body that it is in.
  void check_inner(clang::CXXMethodDecl& inner) {
    if (trial::current == nullptr || has_specifiers(inner) || inner.isDependentContext()) return;
    if (!inner.isUserProvided() || !inner.doesThisDeclarationHaveABody()) return;
    check_body_as(sema_, headers_, calls_, inner, has_);
  }

  void check_destruction(clang::QualType type, clang::SourceLocation location) {
    clang::CXXDestructorDecl* destructor = called_destructor(sema_.Context, type);
    if (destructor == nullptr) return;
    call_rules_.check(*destructor, location, nullptr);
    check_generated(*destructor, location);
  }

  /// Checks what a function that the compiler has generated does, which no other body has: it calls
  /// the functions of members and bases, and evaluates default initializers. For restrict(cpu)
  /// code, Clang does so itself, but not for inherited constructors.
  void check_generated(clang::FunctionDecl& callee, clang::SourceLocation location) {
    if (in_amp_code_ ? !is_generated(callee) : !is_inherited_constructor(callee)) return;
    if (callee.isTrivial() || callee.isDeleted()) return;
    if (headers_.or_system_contain(callee.getLocation())) return;
    if (!restrictions_of(callee).covers(has_) || (in_amp_code_ && calls_.contains(callee))) return;
    with_note(sema_.Diags, location, "in a function that the compiler generates for this",
              [&] { check_body_as(sema_, headers_, calls_, callee, has_); });
  }

  /// Checks the calls in an operand that is not evaluated. In bodies, Clang does, but for members.
  void check_operand(clang::Expr& expression) {
    if (function_ == nullptr && has_.cpu) check_unevaluated_calls(sema_.Diags, expression);
    if (resolves_for_cpu()) check_same_types(sema_, expression);
    for_each_member_call(expression,
                         [this](const auto& call) { call_rules_.check_unevaluated(call); });
  }
  /// The same of a type.
  void check_type_calls(clang::TypeLoc type) {
    for_each_member_call(type, [this](const auto& call) { call_rules_.check_unevaluated(call); });
  }

  /// Whether Clang resolves the calls of amp code for the CPU.
  bool resolves_for_cpu() const { return in_amp_code_ && (has_.cpu || trial::current != nullptr); }

  /// Whether no more than the value of what an expression names is used.
  template <class Name>
  bool is_value(const Name& name) const {
    return name.isNonOdrUse() != clang::NOUR_None || discarded_.contains(&name);
  }

  void check_variable(const clang::VarDecl& variable, clang::SourceLocation location,
                      bool is_value) {
    if (in_amp_code_) variables_.check_use(variable, location, is_value);
  }

  clang::Sema& sema_;
  const library_headers& headers_;
  call_graph& calls_;
  amp_types types_;
  clang::FunctionDecl* function_;  ///< null for the initializer of a global variable
  restrictions has_;
  bool in_amp_code_;
  call_rules call_rules_;
  statement_rules statements_;
  variable_rules variables_;
  llvm::SmallPtrSet<const clang::DeclRefExpr*, 8> callees_;
  llvm::SmallPtrSet<const clang::Expr*, 8> discarded_;  ///< operands of casts to void
  /// Arguments without what is evaluated on the CPU alone, null for default arguments.
  llvm::DenseMap<const clang::Stmt*, clang::Expr*> written_;
};

}  // namespace

void check_body(clang::Sema& sema, const library_headers& headers, call_graph& calls,
                clang::FunctionDecl& function) {
  body_checker(sema, headers, calls, &function).check();
}

void check_result(clang::Sema& sema, const library_headers& headers, call_graph& calls,
                  clang::FunctionDecl& function) {
  body_checker(sema, headers, calls, &function).check_result();
}

void check_body_as(clang::Sema& sema, const library_headers& headers, call_graph& calls,
                   clang::FunctionDecl& function, restrictions assumed) {
  body_checker(sema, headers, calls, &function, assumed, assumed.amp).check();
}

void check_global(clang::Sema& sema, const library_headers& headers, call_graph& calls,
                  clang::VarDecl& variable) {
  body_checker checker(sema, headers, calls, nullptr);
  checker.VisitVarDecl(&variable);
  if (variable.getInit() != nullptr) checker.TraverseStmt(variable.getInit());
}

void check_default(clang::Sema& sema, const library_headers& headers, call_graph& calls,
                   clang::Expr& value, restrictions users) {
  body_checker(sema, headers, calls, nullptr, users, users.amp).TraverseStmt(&value);
}

}  // namespace milliamp::language
