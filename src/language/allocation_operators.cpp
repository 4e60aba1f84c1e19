#include "allocation_operators.h"

#include "dispatch_syntax.h"
#include "overloads.h"
#include "restrictions.h"

namespace milliamp::language {

namespace {

/// The operator delete that Clang chooses in amp code; null if it is not for amp.
clang::FunctionDecl* resolve_delete(clang::Sema& sema, const clang::CXXDeleteExpr& deletion,
                                    const clang::DeclContext& caller) {
  const amp_scope in_amp_code(sema, caller);
  const clang::SourceLocation location = deletion.getExprLoc();
  const clang::QualType type = deletion.getDestroyedType();
  const clang::DeclarationName name = deletion.getOperatorDelete()->getDeclName();
  clang::CXXRecordDecl* record = type->getAsCXXRecordDecl();
  clang::FunctionDecl* found = nullptr;
  if (record != nullptr && !deletion.isGlobalDelete() &&
      sema.FindDeallocationFunction(location, record, name, found, /*Diagnose=*/false)) {
    return nullptr;
  }
  if (found == nullptr) {
    found = sema.FindUsualDeallocationFunction(location, sema.isCompleteType(location, type),
                                               /*Overaligned=*/false, name);
  }
  return found != nullptr && is_amp_code(*found) ? found : nullptr;
}

bool is_for_cpu(const clang::FunctionDecl* operation) {
  return operation != nullptr && !restrictions_of(*operation).amp;
}

/// Uses an operator that has taken the place of another one.
void mark_used(clang::Sema& sema, clang::FunctionDecl& operation, const clang::Expr& call,
               const clang::DeclContext& caller) {
  check_access(sema, operation, caller, call);
  sema.MarkFunctionReferenced(call.getExprLoc(), &operation);
}

}  // namespace

clang::FunctionDecl* find_new_for_amp(clang::Sema& sema, const clang::CXXNewExpr& allocation,
                                      const clang::DeclContext* caller) {
  return find_overload(sema, *allocation.getOperatorNew(), {false, true}, allocation.getExprLoc(),
                       nullptr, caller);
}

clang::FunctionDecl* find_delete_for_amp(clang::Sema& sema, const clang::CXXDeleteExpr& deletion,
                                         const clang::DeclContext* caller) {
  clang::FunctionDecl* found = find_overload(sema, *deletion.getOperatorDelete(), {false, true},
                                             deletion.getExprLoc(), nullptr, caller);
  if (found != nullptr || deletion.isArrayForm() || caller == nullptr) return found;
  return resolve_delete(sema, deletion, *caller);
}

/// One of an array has a constructor for each of the elements, for which a choice cannot stand.
clang::Expr* new_for_amp(clang::Sema& sema, clang::CXXNewExpr& allocation,
                         const clang::DeclContext& caller) {
  clang::FunctionDecl* found = is_for_cpu(allocation.getOperatorNew())
                                   ? find_new_for_amp(sema, allocation, &caller)
                                   : nullptr;
  if (found != nullptr) mark_used(sema, *found, allocation, caller);
  clang::Expr* initializer = allocation.getInitializer();
  auto* chosen = allocation.isArray()
                     ? llvm::dyn_cast_or_null<clang::ConditionalOperator>(initializer)
                     : nullptr;
  if (found == nullptr && chosen == nullptr) return nullptr;
  if (found == nullptr) found = allocation.getOperatorNew();
  if (chosen != nullptr) {
    for (clang::Stmt*& child : allocation.children()) {
      if (child == chosen) child = chosen->getFalseExpr();
    }
    initializer = chosen->getTrueExpr();
    const auto* hidden = llvm::dyn_cast<clang::OpaqueValueExpr>(initializer);
    if (hidden != nullptr) initializer = hidden->getSourceExpr();
  }
  return dispatch_syntax(sema).with_operator(allocation, *found, initializer);
}

clang::Expr* delete_for_amp(clang::Sema& sema, clang::CXXDeleteExpr& deletion,
                            const clang::DeclContext& caller) {
  if (!is_for_cpu(deletion.getOperatorDelete())) return nullptr;
  clang::FunctionDecl* found = find_delete_for_amp(sema, deletion, &caller);
  if (found == nullptr) return nullptr;
  mark_used(sema, *found, deletion, caller);
  return dispatch_syntax(sema).with_operator(deletion, *found);
}

}  // namespace milliamp::language
