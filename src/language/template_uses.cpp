#include "template_uses.h"

#include "call_rules.h"
#include "overloads.h"
#include "reporting.h"
#include "restrictions.h"
#include "syntax_visitor.h"

#include <clang/AST/Attr.h>

namespace milliamp::language {

namespace {

using consumer = llvm::function_ref<void(const clang::NamedDecl&, clang::SourceLocation)>;

/// What a pointer or reference refers to; none for other types.
clang::TypeLoc target_of(clang::TypeLoc type) {
  const bool is_indirect = type.getAs<clang::PointerTypeLoc>() ||
                           type.getAs<clang::ReferenceTypeLoc>() ||
                           type.getAs<clang::MemberPointerTypeLoc>();
  return is_indirect ? type.getNextTypeLoc() : clang::TypeLoc();
}

/// Whether a type is a pointer or reference to a function of a type.
bool points_to(clang::QualType type, clang::QualType function) {
  return (type->isPointerType() || type->isReferenceType()) &&
         type->getPointeeType().getCanonicalType() == function.getCanonicalType();
}

/// Whether a template makes a pointer or reference of its argument, which is the type of a
/// function: as the type that an alias stands for, or as that of a data member.
bool makes_pointer(clang::TemplateSpecializationTypeLoc specialization, clang::QualType function) {
  const clang::QualType type = specialization.getType();
  if (specialization.getTypePtr()->isTypeAlias()) return points_to(type, function);
  const clang::CXXRecordDecl* record = type->getAsCXXRecordDecl();
  return record != nullptr && llvm::any_of(record->fields(), [&](const clang::FieldDecl* field) {
           return points_to(field->getType(), function);
         });
}

class pointer_visitor : public syntax_visitor {
 public:
  explicit pointer_visitor(consumer pass) : pass_(pass) {}

  // What decltype and the bounds of arrays contain is not evaluated.
  bool TraverseStmt(clang::Stmt*, DataRecursionQueue*) override { return true; }
  bool TraverseTypeLoc(clang::TypeLoc type) override {
    if (const auto deduced = type.getAs<clang::DecltypeTypeLoc>()) {
      const clang::Expr* value = deduced.getUnderlyingExpr()->IgnoreParens();
      if (const auto* operation = llvm::dyn_cast<clang::UnaryOperator>(value)) {
        pass_function(*operation->getSubExpr());
      }
    }
    if (const clang::TypeLoc target = target_of(type)) {
      if (const auto deduced = target.getAsAdjusted<clang::DecltypeTypeLoc>()) {
        pass_function(*deduced.getUnderlyingExpr());
      }
      const used_alias alias = amp_alias_of(target);
      if (alias.declaration != nullptr) pass_(*alias.declaration, alias.location);
    }
    if (const auto specialization = type.getAs<clang::TemplateSpecializationTypeLoc>()) {
      pass_arguments(specialization);
    }
    return syntax_visitor::TraverseTypeLoc(type);
  }
  bool TraverseTemplateArgumentLoc(const clang::TemplateArgumentLoc& argument) override {
    if (argument.getArgument().getKind() != clang::TemplateArgument::Expression) {
      return syntax_visitor::TraverseTemplateArgumentLoc(argument);
    }
    const clang::Expr* value = argument.getSourceExpression()->IgnoreParenImpCasts();
    if (const auto* operation = llvm::dyn_cast<clang::UnaryOperator>(value)) {
      value = operation->getSubExpr();
    }
    pass_function(*value);
    return true;
  }

 private:
  void pass_arguments(clang::TemplateSpecializationTypeLoc specialization) {
    for (unsigned i = 0; i < specialization.getNumArgs(); ++i) {
      const clang::TypeSourceInfo* type = specialization.getArgLoc(i).getTypeSourceInfo();
      if (type == nullptr) continue;
      const used_alias alias = amp_alias_of(type->getTypeLoc());
      if (alias.declaration != nullptr && makes_pointer(specialization, type->getType())) {
        pass_(*alias.declaration, alias.location);
      }
    }
  }

  void pass_function(const clang::Expr& expression) {
    const auto* name = llvm::dyn_cast<clang::DeclRefExpr>(expression.IgnoreParenImpCasts());
    if (name == nullptr) return;
    if (const auto* function = llvm::dyn_cast<clang::FunctionDecl>(name->getDecl())) {
      pass_(*function, name->getLocation());
    }
  }

  consumer pass_;
};

/// Reports the calls that amp code cannot make, or that have another type there.
class overload_visitor : public syntax_visitor {
 public:
  explicit overload_visitor(clang::Sema& sema) : sema_(sema) {}

  // The body is another function.
  bool TraverseLambdaExpr(clang::LambdaExpr*, DataRecursionQueue*) override { return true; }
  bool VisitCallExpr(clang::CallExpr* call) override {
    clang::FunctionDecl* callee = call->getDirectCallee();
    if (callee == nullptr || restrictions_of(*callee).amp) return true;
    const clang::SourceLocation location = call->getExprLoc();
    if (auto* for_amp = find_overload(sema_, *callee, {false, true}, location, call)) {
      check_same_type(sema_, *callee, *for_amp, location);
    } else {
      report(sema_.Diags, location, rule::calls)
          << callee << restrictions{true, false}.name() << restrictions{false, true}.name();
    }
    return true;
  }

 private:
  clang::Sema& sema_;
};

class member_call_visitor : public syntax_visitor {
 public:
  using consumer = llvm::function_ref<void(const clang::CXXMemberCallExpr&)>;
  explicit member_call_visitor(consumer pass) : pass_(pass) {}

  // The body is another function.
  bool TraverseLambdaExpr(clang::LambdaExpr*, DataRecursionQueue*) override { return true; }
  bool VisitCallExpr(clang::CallExpr* call) override {
    if (const auto* of_member = llvm::dyn_cast<clang::CXXMemberCallExpr>(call)) pass_(*of_member);
    return true;
  }

 private:
  consumer pass_;
};

/// Reports the calls of amp functions in code for the CPU.
class call_visitor : public syntax_visitor {
 public:
  enum class report_at { call, callee };

  call_visitor(clang::DiagnosticsEngine& engine, report_at where)
      : engine_(engine), where_(where) {}

  bool TraverseTypeLoc(clang::TypeLoc type) override {
    const auto specialization = type.getAs<clang::TemplateSpecializationTypeLoc>();
    if (specialization && specialization.getTypePtr()->isTypeAlias()) {
      TraverseType(specialization.getTypePtr()->getAliasedType());
    }
    return syntax_visitor::TraverseTypeLoc(type);
  }
  bool VisitCallExpr(clang::CallExpr* call) override {
    const clang::FunctionDecl* callee = converted_lambda(*call->getCallee()->IgnoreParenImpCasts());
    if (callee == nullptr) callee = call->getDirectCallee();
    if (callee != nullptr) check(*callee, call->getExprLoc());
    return true;
  }
  bool VisitCXXConstructExpr(clang::CXXConstructExpr* construction) override {
    check(*construction->getConstructor(), construction->getExprLoc());
    return true;
  }

 private:
  void check(const clang::FunctionDecl& callee, clang::SourceLocation call) {
    const clang::SourceLocation location = where_ == report_at::call ? call : callee.getLocation();
    if (restrictions_of(callee).cpu || is_reported(location)) return;
    report(engine_, location, rule::calls)
        << &callee << restrictions_of(callee).name() << restrictions{true, false}.name();
  }

  clang::DiagnosticsEngine& engine_;
  report_at where_;
};

/// Visits `alignas(…)` and `explicit(…)`, and a requires-clause after the declarator.
void visit_specifiers(call_visitor& visitor, const clang::Decl& declaration) {
  for (const auto* alignment : declaration.specific_attrs<clang::AlignedAttr>()) {
    if (alignment->isAlignmentExpr()) visitor.TraverseStmt(alignment->getAlignmentExpr());
  }
  if (const auto* function = llvm::dyn_cast<clang::FunctionDecl>(&declaration)) {
    const auto specifier = clang::ExplicitSpecifier::getFromDecl(function);
    visitor.TraverseStmt(const_cast<clang::Expr*>(specifier.getExpr()));
    visitor.TraverseStmt(const_cast<clang::Expr*>(function->getTrailingRequiresClause()));
  }
}

/// Visits the parameters of a template and their requires-clause.
void visit_template(call_visitor& visitor, const clang::TemplateParameterList& list) {
  for (const clang::NamedDecl* parameter : list) {
    visitor.TraverseDecl(const_cast<clang::NamedDecl*>(parameter));
  }
  visitor.TraverseStmt(const_cast<clang::Expr*>(list.getRequiresClause()));
}

}  // namespace

void for_each_function_pointer(clang::TypeLoc type, consumer pass) {
  pointer_visitor(pass).TraverseTypeLoc(type);
}

void for_each_member_call(clang::Expr& expression, member_call_visitor::consumer pass) {
  member_call_visitor(pass).TraverseStmt(&expression);
}

void for_each_member_call(clang::TypeLoc type, member_call_visitor::consumer pass) {
  member_call_visitor(pass).TraverseTypeLoc(type);
}

void check_same_types(clang::Sema& sema, clang::TypeLoc type) {
  overload_visitor(sema).TraverseTypeLoc(type);
}

void check_same_types(clang::Sema& sema, clang::Expr& operand) {
  overload_visitor(sema).TraverseStmt(&operand);
}

void check_same_types(clang::Sema& sema, const clang::CXXRecordDecl& local) {
  overload_visitor visitor(sema);
  for (clang::Decl* member : local.decls()) {
    if (auto* declarator = llvm::dyn_cast<clang::DeclaratorDecl>(member)) {
      if (declarator->isImplicit() || declarator->getTypeSourceInfo() == nullptr) continue;
      visitor.TraverseTypeLoc(declarator->getTypeSourceInfo()->getTypeLoc());
    } else if (llvm::isa<clang::TypedefNameDecl, clang::EnumDecl>(member)) {
      visitor.TraverseDecl(member);
    }
  }
}

void check_constant_calls(clang::DiagnosticsEngine& engine, clang::Decl& declaration) {
  if (declaration.getParentFunctionOrMethod() != nullptr) return;
  const auto* function = llvm::dyn_cast<clang::FunctionDecl>(&declaration);
  if (function != nullptr && is_amp_code(*function)) return;
  call_visitor visitor(engine, call_visitor::report_at::call);
  visit_specifiers(visitor, declaration);
  if (const clang::TemplateParameterList* list = declaration.getDescribedTemplateParams()) {
    visit_template(visitor, *list);
  }
  if (const auto* declarator = llvm::dyn_cast<clang::DeclaratorDecl>(&declaration)) {
    if (declarator->getTypeSourceInfo() != nullptr) {
      visitor.TraverseTypeLoc(declarator->getTypeSourceInfo()->getTypeLoc());
    }
    const auto* field = llvm::dyn_cast<clang::FieldDecl>(declarator);
    if (field != nullptr && field->isBitField()) visitor.TraverseStmt(field->getBitWidth());
  } else if (const auto* alias = llvm::dyn_cast<clang::TypedefNameDecl>(&declaration)) {
    visitor.TraverseTypeLoc(alias->getTypeSourceInfo()->getTypeLoc());
  } else if (auto* constant = llvm::dyn_cast<clang::EnumConstantDecl>(&declaration)) {
    visitor.TraverseStmt(constant->getInitExpr());
  } else if (auto* assertion = llvm::dyn_cast<clang::StaticAssertDecl>(&declaration)) {
    visitor.TraverseStmt(assertion->getAssertExpr());
  } else if (const auto* concept_ = llvm::dyn_cast<clang::ConceptDecl>(&declaration)) {
    visit_template(visitor, *concept_->getTemplateParameters());
    visitor.TraverseStmt(concept_->getConstraintExpr());
  } else if (const auto* record = llvm::dyn_cast<clang::CXXRecordDecl>(&declaration)) {
    if (!record->isThisDeclarationADefinition()) return;
    for (const clang::CXXBaseSpecifier& base : record->bases()) {
      visitor.TraverseTypeLoc(base.getTypeSourceInfo()->getTypeLoc());
    }
  }
}

void check_constant_calls_in(clang::DiagnosticsEngine& engine, const clang::DeclContext& scope) {
  for (clang::Decl* member : scope.decls()) {
    check_constant_calls(engine, *member);
    if (auto* enumeration = llvm::dyn_cast<clang::EnumDecl>(member)) {
      check_constant_calls_in(engine, *enumeration);
    }
  }
}

void check_unevaluated_calls(clang::DiagnosticsEngine& engine, clang::Expr& expression) {
  call_visitor(engine, call_visitor::report_at::call).TraverseStmt(&expression);
}

void check_library_calls(clang::DiagnosticsEngine& engine, clang::FunctionDecl& function) {
  // The call is in a header of the library.
  call_visitor(engine, call_visitor::report_at::callee).TraverseStmt(function.getBody());
}

}  // namespace milliamp::language
