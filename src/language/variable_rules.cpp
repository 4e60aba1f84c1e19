#include "variable_rules.h"

#include "reporting.h"
#include "restrictions.h"
#include "tile_static.h"

#include <clang/AST/DeclCXX.h>
#include <llvm/ADT/STLExtras.h>

namespace milliamp::language {

namespace {

/// The specifier of a storage class that is not automatic; null: it is automatic.
const char* storage_class_of(const clang::VarDecl& variable) {
  if (variable.getTSCSpec() != clang::TSCS_unspecified) return "thread_local";
  if (variable.isStaticLocal()) return "static";
  return variable.hasExternalStorage() ? "extern" : nullptr;
}

}  // namespace

bool is_constant_integer(const clang::VarDecl& variable) {
  // A static member can have its initializer in the class, and a definition without one.
  const clang::VarDecl* initialized = nullptr;
  return variable.getType()->isIntegralOrEnumerationType() &&
         variable.mightBeUsableInConstantExpressions(variable.getASTContext()) &&
         variable.getAnyInitializer(initialized) != nullptr &&
         initialized->evaluateValue() != nullptr;
}

void variable_rules::check_declaration(const clang::VarDecl& variable) {
  if (variable.isInvalidDecl()) return;
  if (const char* storage = storage_class_of(variable)) {
    if (is_constant_integer(variable)) return;
    report(engine_, variable.getLocation(), rule::storage_classes) << variable.getName() << storage;
  } else if (variable.getType()->isVariableArrayType()) {
    report(engine_, variable.getLocation(), rule::types)
        << variable.getType() << "the length of an array must be constant";
  } else {
    statements_.check_type(variable.getType(), variable.getLocation());
  }
}

void variable_rules::check_use(const clang::VarDecl& variable, clang::SourceLocation location,
                               bool is_value) {
  if (is_value && variable.hasLocalStorage() && is_uncaptured(variable))
    statements_.check_type(variable.getType(), location);
  if (!variable.hasGlobalStorage() || is_tile_static(variable)) return;
  if (headers_.contain(variable.getLocation())) return;
  if (is_constant_integer(variable)) {
    if (!is_value) report(engine_, location, rule::constant_objects) << &variable;
    statements_.check_type(variable.getType(), location);
    return;
  }
  if (variable.isStaticLocal() && variable.getDeclContext() == body_) return;  // reported
  report(engine_, location, rule::globals) << &variable;
}

/// Whether a variable is a constant of the CPU code around the function, which uses its value
/// alone. What it captures instead is checked where the lambda is written.
bool variable_rules::is_uncaptured(const clang::VarDecl& variable) const {
  const auto* outer = llvm::dyn_cast<clang::FunctionDecl>(variable.getDeclContext());
  if (outer == nullptr || outer == body_ || is_amp_code(*outer)) return false;
  const auto* method = llvm::dyn_cast_or_null<clang::CXXMethodDecl>(body_);
  return method == nullptr || !method->getParent()->isLambda() ||
         llvm::none_of(method->getParent()->captures(), [&](const clang::LambdaCapture& capture) {
           return capture.capturesVariable() && capture.getCapturedVar() == &variable;
         });
}

}  // namespace milliamp::language
