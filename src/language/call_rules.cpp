#include "call_rules.h"

#include "allocation_operators.h"
#include "deduction.h"
#include "dispatch_syntax.h"
#include "overloads.h"
#include "reporting.h"
#include "specifier_fix.h"

#include <clang/AST/ASTLambda.h>
#include <clang/Sema/Lookup.h>

namespace milliamp::language {

namespace {

/// Whether the program has named a mathematical namespace of the library, see record_math().
bool math_is_used = false;

bool is_math_function(const clang::SourceManager& sources, const clang::DeclRefExpr& name) {
  return is_math_header(sources.getPresumedLoc(name.getDecl()->getLocation()).getFilename());
}

}  // namespace

const clang::FunctionDecl* converted_lambda(const clang::Expr& callee) {
  const auto* call = llvm::dyn_cast<clang::CXXMemberCallExpr>(&callee);
  if (call == nullptr) return nullptr;
  const auto* conversion = llvm::dyn_cast_or_null<clang::CXXConversionDecl>(call->getMethodDecl());
  if (conversion == nullptr || !conversion->getParent()->isLambda()) return nullptr;
  return conversion->getParent()->getLambdaCallOperator();
}

clang::CXXDestructorDecl* called_destructor(const clang::ASTContext& context,
                                            clang::QualType type) {
  const clang::CXXRecordDecl* record = context.getBaseElementType(type)->getAsCXXRecordDecl();
  if (record == nullptr || !record->hasDefinition() || record->hasTrivialDestructor()) {
    return nullptr;
  }
  return record->getDestructor();
}

const clang::FunctionDecl* call_rules::check(clang::FunctionDecl& callee,
                                             clang::SourceLocation location,
                                             const clang::Expr* call) {
  if (caller_.is_amp_code) {
    const auto* method = llvm::dyn_cast<clang::CXXMethodDecl>(&callee);
    if (method != nullptr && method->isVirtual() && !headers_.contain(callee.getLocation())) {
      report(sema_.Diags, location, rule::virtual_calls) << &callee;
      return nullptr;
    }
    if (caller_.function != nullptr) calls_.add(*caller_.function, callee, location);
  }
  if (is_pointer_to_amp_lambda(callee)) {
    report(sema_.Diags, location, rule::function_pointers);
    return nullptr;
  }
  const clang::FunctionDecl* overload = check_restrictions(callee, location, call);
  if (overload != nullptr && caller_.is_amp_code && caller_.function != nullptr) {
    calls_.add(*caller_.function, *overload, location);
  }
  return overload;
}

void call_rules::check_unevaluated(const clang::CXXMemberCallExpr& call) {
  clang::CXXMethodDecl* callee = call.getMethodDecl();
  if (callee != nullptr) check_restrictions(*callee, call.getExprLoc(), &call);
}

/// Reports a callee that is not for all that the caller is for, unless it has an overload for the
/// rest, which is returned.
const clang::FunctionDecl* call_rules::check_restrictions(clang::FunctionDecl& callee,
                                                          clang::SourceLocation location,
                                                          const clang::Expr* call) {
  const restrictions has = restrictions_at(callee, call);
  if (has.covers(needed())) return nullptr;
  const auto* overload =
      find_overload(sema_, callee, {!has.cpu, !has.amp}, location, call, caller_.function);
  if (overload != nullptr || is_reported(location)) return overload;
  const auto* operation = llvm::dyn_cast_or_null<clang::CXXOperatorCallExpr>(call);
  if (operation != nullptr && !has.amp && caller_.function != nullptr &&
      make_builtin(sema_, *operation, written_arguments(*operation), *caller_.function) !=
          nullptr) {
    return nullptr;
  }
  report(sema_.Diags, location, rule::calls) << &callee << has.name() << needed().name();
  if (!is_allowed(rule::calls)) show_declaration(callee);
  return nullptr;
}

/// What a callee is for one call. All code can call what the compiler or the library declares.
/// Amp code can call a function without specifiers where the compiler evaluates it, and the C
/// library's mathematical functions under their names in the library's namespaces.
restrictions call_rules::restrictions_at(clang::FunctionDecl& callee,
                                         const clang::Expr* call) const {
  if (has_deduced_restrictions(callee)) {
    deduce(sema_, headers_, callee, callee.getLocation());
    // One that is being deduced calls itself.
    return has_specifiers(callee) ? restrictions_of(callee) : restrictions{true, false};
  }
  const restrictions has = restrictions_of(callee);
  if (!caller_.is_amp_code || !has.amp || has_specifiers(callee)) return has;
  // An instance of a generic lambda has been handled before the function around it is deduced.
  if (trial::current != nullptr && clang::isGenericLambdaCallOperatorSpecialization(&callee)) {
    return {true, false};
  }
  if (callee.isImplicit() || !callee.isUserProvided() || is_amp_code(callee)) return has;
  if (headers_.contain(callee.getLocation())) return has;
  const bool is_evaluated = call != nullptr && !call->isValueDependent() && callee.isConstexpr() &&
                            call->isCXX11ConstantExpr(sema_.Context);
  if (is_evaluated || (call != nullptr && is_imported_by_library(*call))) return has;
  return {true, false};
}

/// Whether a call names its callee through a using-declaration of the library.
bool call_rules::is_imported_by_library(const clang::Expr& call) const {
  const auto* plain_call = llvm::dyn_cast<clang::CallExpr>(&call);
  if (plain_call == nullptr) return false;
  const auto* name =
      llvm::dyn_cast<clang::DeclRefExpr>(plain_call->getCallee()->IgnoreParenImpCasts());
  if (name == nullptr) return false;
  const auto* shadow = llvm::dyn_cast<clang::UsingShadowDecl>(name->getFoundDecl());
  if (shadow != nullptr && headers_.contain(shadow->getLocation())) return true;
  // Behind a using-directive, Clang finds the function itself. So it does without one.
  return !name->hasQualifier() && math_is_used && is_math_function(sema_.SourceMgr, *name);
}

/// Says where a callee is declared, and how amp code could call it.
void call_rules::show_declaration(const clang::FunctionDecl& callee) {
  if (headers_.or_system_contain(callee.getLocation())) return;
  if (has_deduced_restrictions(callee)) {
    note(sema_.Diags, callee.getLocation(), "declared here as restrict(auto)");
    const clang::SourceLocation obstacle = obstacle_of(callee);
    if (obstacle.isValid()) {
      note(sema_.Diags, obstacle,
           restrictions_of(callee).amp ? "which is not code for the CPU because of this"
                                       : "which is not amp code because of this");
    }
    return;
  }
  if (has_specifiers(callee) || is_amp_code(callee)) {
    return note(sema_.Diags, callee.getLocation(), "declared here");
  }
  note(sema_.Diags, callee.getLocation(),
       "declared here; without restriction specifiers, a function is restrict(cpu)",
       insert_specifier(sema_.SourceMgr, sema_.getLangOpts(), callee.getLocation()));
}

/// What a function that is called here has to be.
restrictions call_rules::needed() const {
  if (!caller_.is_amp_code) return {caller_.has.cpu, false};
  return caller_.has;
}

void call_rules::check_kernel(const clang::CallExpr& launch) {
  if (launch.getNumArgs() == 0) return;
  const clang::Expr* kernel = launch.getArg(launch.getNumArgs() - 1)->IgnoreParenImpCasts();
  clang::CXXRecordDecl* record = kernel->getType()->getAsCXXRecordDecl();
  if (record == nullptr || !record->hasDefinition()) return;
  if (!record->isLambda()) {
    report_type(sema_.Diags, kernel->getExprLoc(), kernel->getType(),
                types_.fault_of(kernel->getType().getUnqualifiedType()));
  }
  const auto call_operator = sema_.Context.DeclarationNames.getCXXOperatorName(clang::OO_Call);
  clang::LookupResult found(sema_, call_operator, kernel->getExprLoc(),
                            clang::Sema::LookupMemberName);
  found.suppressDiagnostics();
  sema_.LookupQualifiedName(found, record);
  if (found.empty()) return;  // The library itself reports kernels that cannot be called.
  clang::FunctionDecl* function = nullptr;
  for (clang::NamedDecl* candidate : found) {
    function = candidate->getUnderlyingDecl()->getAsFunction();
    if (function == nullptr) return;
    deduce(sema_, headers_, *function, kernel->getExprLoc());
    if (restrictions_of(*function).amp) return;
  }
  report(sema_.Diags, kernel->getExprLoc(), rule::kernels);
  if (!is_allowed(rule::kernels)) show_declaration(*function);
}

void call_rules::check_indirect(const clang::CallExpr& call) {
  const clang::Expr& callee = *call.getCallee()->IgnoreParenImpCasts();
  if (is_choice_of_callees(callee)) return;  // made for an instance of a template that shares it
  if (const clang::FunctionDecl* lambda = converted_lambda(callee)) {
    if (restrictions_of(*lambda).covers(needed())) return;
    // Clang finds no operator() that this code could call, and converts to a pointer instead.
    report(sema_.Diags, call.getExprLoc(), rule::calls)
        << lambda << restrictions_of(*lambda).name() << caller_.has.name();
  } else if (caller_.is_amp_code && !llvm::isa<clang::CXXPseudoDestructorExpr>(&callee)) {
    const auto* operation = llvm::dyn_cast<clang::BinaryOperator>(&callee);
    const bool of_member = operation != nullptr && operation->isPtrMemOp();
    report(sema_.Diags, call.getExprLoc(),
           of_member ? rule::member_function_pointers : rule::pointer_calls);
  }
}

void call_rules::check_allocation(const clang::CXXNewExpr& allocation) {
  clang::FunctionDecl* operation = allocation.getOperatorNew();
  if (operation == nullptr || !caller_.is_amp_code || is_amp_code(*operation)) return;
  if (find_new_for_amp(sema_, allocation, caller_.function) == nullptr) {
    report_operator(*operation, allocation.getExprLoc());
  }
}

void call_rules::check_deallocation(const clang::CXXDeleteExpr& deletion) {
  clang::FunctionDecl* operation = deletion.getOperatorDelete();
  if (operation == nullptr || !caller_.is_amp_code || is_amp_code(*operation)) return;
  if (find_delete_for_amp(sema_, deletion, caller_.function) == nullptr) {
    report_operator(*operation, deletion.getExprLoc());
  }
}

void call_rules::report_operator(const clang::FunctionDecl& operation,
                                 clang::SourceLocation location) {
  report(sema_.Diags, location,
         operation.isReservedGlobalPlacementOperator() ? rule::placement_new : rule::calls)
      << &operation << restrictions{true, false}.name() << caller_.has.name();
}

void call_rules::check_name(const clang::FunctionDecl& function, clang::SourceLocation location) {
  if (headers_.or_system_contain(function.getLocation())) return;
  const restrictions has = restrictions_of(function);
  if (has.amp && (caller_.is_amp_code || !has.cpu)) {
    report(sema_.Diags, location, rule::function_pointers);
  } else if (caller_.is_amp_code) {
    const auto* method = llvm::dyn_cast<clang::CXXMethodDecl>(&function);
    const bool of_member = method != nullptr && method->isInstance();
    report(sema_.Diags, location,
           of_member ? rule::member_function_pointers : rule::cpu_function_pointers);
  }
}

/// The conversion of an amp lambda to a pointer to a function.
bool call_rules::is_pointer_to_amp_lambda(const clang::FunctionDecl& callee) const {
  const auto* conversion = llvm::dyn_cast<clang::CXXConversionDecl>(&callee);
  if (conversion == nullptr || !conversion->getParent()->isLambda()) return false;
  const clang::CXXMethodDecl* lambda = conversion->getParent()->getLambdaCallOperator();
  return lambda != nullptr && (caller_.is_amp_code || !restrictions_of(*lambda).cpu);
}

void record_math(const clang::NamespaceDecl* named) {
  if (named == nullptr || named->getIdentifier() == nullptr) return;
  math_is_used |= named->getName() == "fast_math" || named->getName() == "precise_math";
}

}  // namespace milliamp::language
