#include "capture_rules.h"

#include "amp_types.h"
#include "reporting.h"

#include <llvm/ADT/STLExtras.h>

namespace milliamp::language {

namespace {

/// The type of `this` where a lambda stands. In a template, Clang gives what captures it none.
clang::QualType type_of_this(const clang::ASTContext& context, const clang::LambdaExpr& lambda) {
  const clang::DeclContext* scope = lambda.getLambdaClass()->getParent();
  for (;; scope = scope->getParent()) {
    const auto* method = llvm::dyn_cast<clang::CXXMethodDecl>(scope);
    if (method != nullptr && !method->getParent()->isLambda()) return method->getThisType();
    // A member's default initializer
    const auto* record = llvm::dyn_cast<clang::CXXRecordDecl>(scope);
    if (record != nullptr && !record->isLambda()) {
      return context.getPointerType(context.getRecordType(record));
    }
  }
}

}  // namespace

void check_captures(clang::Sema& sema, const library_headers& headers,
                    const clang::LambdaExpr& lambda) {
  const amp_types types(sema, headers);
  for (const auto& [capture, value] : llvm::zip(lambda.captures(), lambda.capture_inits())) {
    const clang::SourceLocation location = capture.getLocation();
    if (capture.capturesThis()) {
      if (capture.getCaptureKind() == clang::LCK_This) {
        report(sema.Diags, location, rule::captured_pointers)
            << "this" << type_of_this(sema.Context, lambda);
      } else if (const clang::QualType type = value->getType();
                 !type.isNull() && !type->isDependentType()) {  // null in a template
        report_type(sema.Diags, location, type, types.fault_of(type));
      }
      continue;
    }
    if (!capture.capturesVariable()) continue;
    const clang::ValueDecl* variable = capture.getCapturedVar();
    const clang::QualType type = variable->getType();
    if (type->isDependentType()) continue;
    if (capture.getCaptureKind() == clang::LCK_ByRef) {
      if (!types.is_array_or_texture(type)) {
        report(sema.Diags, location, rule::captures) << variable->getName();
      }
    } else if (type->isPointerType()) {
      report(sema.Diags, location, rule::captured_pointers) << variable->getName() << type;
    } else {
      report_type(sema.Diags, location, type, types.fault_of(type.getNonReferenceType()));
    }
  }
}

}  // namespace milliamp::language
