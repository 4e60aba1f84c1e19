#include "implicit_members.h"

#include "body_rules.h"
#include "call_dispatch.h"
#include "overloads.h"
#include "reporting.h"
#include "restrictions.h"
#include "syntax_visitor.h"
#include "variable_rules.h"

#include <clang/AST/Attr.h>
#include <clang/AST/DeclCXX.h>
#include <clang/Sema/TemplateInstCallback.h>
#include <llvm/ADT/ScopeExit.h>

namespace milliamp::language {

namespace {

/// The special members that restrictions can overload.
enum class member { default_constructor, copy_constructor, move_constructor, copy, move };
constexpr member all_members[] = {member::default_constructor, member::copy_constructor,
                                  member::move_constructor, member::copy, member::move};

bool is(const clang::CXXMethodDecl& method, member kind) {
  const auto* constructor = llvm::dyn_cast<clang::CXXConstructorDecl>(&method);
  switch (kind) {
    case member::default_constructor:
      return constructor != nullptr && constructor->isDefaultConstructor();
    case member::copy_constructor:
      return constructor != nullptr && constructor->isCopyConstructor();
    case member::move_constructor:
      return constructor != nullptr && constructor->isMoveConstructor();
    case member::copy:
      return method.isCopyAssignmentOperator();
    case member::move:
      return method.isMoveAssignmentOperator();
  }
  return false;
}

restrictions both(restrictions one, restrictions other) {
  return {one.cpu && other.cpu, one.amp && other.amp};
}

/// What the members of one kind cover together.
struct coverage {
  restrictions all{true, true};
  bool overloaded = false;  ///< one is for amp alone
};

coverage of_class(const clang::CXXRecordDecl& record, member kind) {
  coverage found;
  bool declared = false;
  for (const clang::CXXMethodDecl* method : record.methods()) {
    if (!is(*method, kind) || method->isDeleted()) continue;
    if (!declared) found.all = {};
    const restrictions has = restrictions_of(*method);
    found.all.cpu |= has.cpu;
    found.all.amp |= has.amp;
    declared = true;
    found.overloaded |= !has.cpu;
  }
  // A class without a move is copied.
  if (!declared && kind == member::move_constructor)
    return of_class(record, member::copy_constructor);
  if (!declared && kind == member::move) return of_class(record, member::copy);
  return found;
}

/// Finds what the calls in the default initializer of a data member cover. Amp code cannot use the
/// global variables there.
class initializer_visitor : public syntax_visitor {
 public:
  initializer_visitor(clang::Sema& sema, const clang::CXXRecordDecl& record, coverage& found)
      : sema_(sema), record_(record), found_(found) {}

  bool TraverseLambdaExpr(clang::LambdaExpr*, DataRecursionQueue*) override { return true; }
  bool VisitCallExpr(clang::CallExpr* call) override {
    if (call->getDirectCallee() != nullptr) add(*call->getDirectCallee(), *call);
    return true;
  }
  bool VisitCXXConstructExpr(clang::CXXConstructExpr* construction) override {
    add(*construction->getConstructor(), *construction);
    return true;
  }
  bool VisitDeclRefExpr(clang::DeclRefExpr* name) override {
    const auto* variable = llvm::dyn_cast<clang::VarDecl>(name->getDecl());
    if (variable != nullptr && variable->hasGlobalStorage() && !is_constant_integer(*variable)) {
      found_.all.amp = false;
    }
    return true;
  }

 private:
  void add(clang::FunctionDecl& callee, const clang::Expr& call) {
    const restrictions has = restrictions_of(callee);
    if (has.cpu && has.amp) return;
    if (find_overload(sema_, callee, {!has.cpu, !has.amp}, call.getExprLoc(), &call, &record_)) {
      found_.overloaded = true;
    } else {
      found_.all = both(found_.all, has);
    }
  }

  clang::Sema& sema_;
  const clang::CXXRecordDecl& record_;
  coverage& found_;
};

/// What the members and bases of a class cover together (spec 2.3.2).
coverage of_subobjects(clang::Sema& sema, const clang::CXXRecordDecl& record, member kind) {
  coverage found;
  const auto add = [&](clang::QualType type) {
    const clang::CXXRecordDecl* subobject =
        sema.Context.getBaseElementType(type)->getAsCXXRecordDecl();
    if (subobject == nullptr || !subobject->hasDefinition()) return;
    const coverage of_one = of_class(*subobject->getDefinition(), kind);
    found.all = both(found.all, of_one.all);
    found.overloaded |= of_one.overloaded;
  };
  for (const clang::CXXBaseSpecifier& base : record.bases()) add(base.getType());
  for (const clang::FieldDecl* field : record.fields()) {
    if (kind == member::default_constructor && field->hasInClassInitializer()) {
      if (clang::Expr* initializer = field->getInClassInitializer()) {
        initializer_visitor(sema, record, found).TraverseStmt(initializer);
      }
    } else {
      add(field->getType());
    }
  }
  return found;
}

/// Declares the special member of a class; null if the class cannot have it.
clang::CXXMethodDecl* look_up(clang::Sema& sema, clang::CXXRecordDecl& record, member kind) {
  switch (kind) {
    case member::default_constructor:
      return sema.LookupDefaultConstructor(&record);
    case member::copy_constructor:
      return sema.LookupCopyingConstructor(&record, clang::Qualifiers::Const);
    case member::move_constructor:
      return sema.LookupMovingConstructor(&record, 0);
    case member::copy:
      return sema.LookupCopyingAssignment(&record, clang::Qualifiers::Const, false, 0);
    case member::move:
      return sema.LookupMovingAssignment(&record, 0, false, 0);
  }
  return nullptr;
}

/// Whether the compiler generates a member, also where `= default` asks for it.
bool is_generated(const clang::CXXMethodDecl& method) {
  return method.isImplicit() || (method.isExplicitlyDefaulted() && !method.isUserProvided());
}

/// Whether the restrictions of a generated member are others than those that Clang finds.
bool is_changed(const clang::CXXRecordDecl& record, member kind, const coverage& found) {
  if (!found.all.cpu && !found.all.amp) return false;
  return found.overloaded || (kind == member::default_constructor &&
                              !found.all.covers({true, true}) && record.hasInClassInitializer());
}

void set_restrictions(clang::CXXMethodDecl& generated, restrictions all) {
  restrict(generated, all);
  // Clang finds that of a class with such a member by this attribute.
  if (!all.amp) generated.dropAttr<clang::CUDADeviceAttr>();
}

/// Lets a generated member exist that Clang has deleted only because it did not find its
/// restrictions: of overloads it sees the one for the CPU, beside which a function for amp alone
/// cannot be called.
void restore(clang::Sema& sema, clang::CXXMethodDecl& generated) {
  generated.dropAttr<clang::CUDAInvalidTargetAttr>();
  if (!generated.isDeleted()) return;
  if (!sema.ShouldDeleteSpecialMember(&generated, sema.getSpecialMember(&generated))) {
    generated.setDeletedAsWritten(false);
  }
}

/// The generated member whose restrictions are not those that Clang finds; null if there is none.
clang::CXXMethodDecl* changed_member(clang::Sema& sema, clang::CXXRecordDecl& record, member kind,
                                     const coverage& found) {
  if (!is_changed(record, kind, found)) return nullptr;
  clang::CXXMethodDecl* method = look_up(sema, record, kind);
  if (method == nullptr || method->getParent() != &record || !is_generated(*method) ||
      method->isDeleted()) {
    return nullptr;
  }
  return is(*method, kind) ? method : nullptr;
}

bool can_have_changed_members(const clang::CXXRecordDecl& record) {
  return !record.isDependentContext() && !record.isInvalidDecl() && record.hasDefinition();
}

/// Without warnings, as the program may not use the member.
void define(clang::Sema& sema, clang::CXXMethodDecl& method, member kind) {
  const bool ignores = sema.Diags.getIgnoreAllWarnings();
  sema.Diags.setIgnoreAllWarnings(true);
  const auto restored = llvm::make_scope_exit([&] { sema.Diags.setIgnoreAllWarnings(ignores); });
  const clang::SourceLocation location = method.getParent()->getLocation();
  auto* constructor = llvm::dyn_cast<clang::CXXConstructorDecl>(&method);
  switch (kind) {
    case member::default_constructor:
      return sema.DefineImplicitDefaultConstructor(location, constructor);
    case member::copy_constructor:
      return sema.DefineImplicitCopyConstructor(location, constructor);
    case member::move_constructor:
      return sema.DefineImplicitMoveConstructor(location, constructor);
    case member::copy:
      return sema.DefineImplicitCopyAssignment(location, &method);
    case member::move:
      return sema.DefineImplicitMoveAssignment(location, &method);
  }
}

/// The compiler calls this before it evaluates a constraint.
class member_typer final : public clang::TemplateInstantiationCallback {
  void initialize(const clang::Sema&) override {}
  void finalize(const clang::Sema&) override {}
  void atTemplateBegin(const clang::Sema& sema, const clang::Sema::CodeSynthesisContext&) override {
    auto* method = llvm::dyn_cast<clang::CXXMethodDecl>(sema.CurContext);
    if (method == nullptr || !method->getType().isNull()) return;
    method->setType(sema.Context.getFunctionType(sema.Context.VoidTy, {}, {}));
  }
  void atTemplateEnd(const clang::Sema&, const clang::Sema::CodeSynthesisContext&) override {}
};

}  // namespace

void type_members_under_inference(clang::Sema& sema) {
  sema.TemplateInstCallbacks.push_back(std::make_unique<member_typer>());
}

void restrict_implicit_members(clang::Sema& sema, clang::CXXRecordDecl& record) {
  if (!can_have_changed_members(record)) return;
  for (const member kind : all_members) {
    const coverage found = of_subobjects(sema, record, kind);
    clang::CXXMethodDecl* method = changed_member(sema, record, kind, found);
    if (method != nullptr && !has_specifiers(*method)) set_restrictions(*method, found.all);
  }
}

void restrict_implicit_member(clang::Sema& sema, clang::CXXMethodDecl& method) {
  const clang::CXXRecordDecl& record = *method.getParent();
  if (!is_generated(method) || !can_have_changed_members(record)) return;
  for (const member kind : all_members) {
    if (!is(method, kind)) continue;
    if (kind == member::default_constructor && record.hasInClassInitializer()) continue;
    const coverage found = of_subobjects(sema, record, kind);
    if (is_changed(record, kind, found) && !has_specifiers(method)) {
      set_restrictions(method, found.all);
      restore(sema, method);
    }
  }
}

void define_implicit_members(clang::Sema& sema, clang::CXXRecordDecl& record) {
  if (!can_have_changed_members(record)) return;
  if (record.hasInClassInitializer()) {
    for (clang::FieldDecl* field : record.fields()) {
      if (field->hasInClassInitializer()) dispatch_calls(sema, *field);
    }
  }
  for (const member kind : all_members) {
    const coverage found = of_subobjects(sema, record, kind);
    clang::CXXMethodDecl* method = changed_member(sema, record, kind, found);
    if (method == nullptr || !found.overloaded || !found.all.amp) continue;
    if (!method->doesThisDeclarationHaveABody()) define(sema, *method, kind);
    if (method->hasBody()) dispatch_calls(sema, *method);
  }
}

void check_defaulted_members(clang::Sema& sema, clang::CXXRecordDecl& record) {
  if (!can_have_changed_members(record)) return;
  for (const clang::CXXMethodDecl* method : record.methods()) {
    if (!method->isExplicitlyDefaulted() || !has_specifiers(*method)) continue;
    for (const member kind : all_members) {
      if (!is(*method, kind)) continue;
      const restrictions possible = of_subobjects(sema, record, kind).all;
      const restrictions has = restrictions_of(*method);
      if (possible.covers(has)) continue;
      report(sema.Diags, method->getLocation(), rule::defaulted_members) << method << has.name();
    }
  }
}

}  // namespace milliamp::language
