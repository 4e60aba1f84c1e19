#include "specifier_scope.h"

#include <clang/AST/ASTLambda.h>

namespace milliamp::language {

void specifier_scope::enter(clang::Sema& sema, restrictions named, unsigned tokens) {
  leave();
  sema_ = &sema;
  named_ = named;
  tokens_ = tokens;
}

void specifier_scope::replace_context() {
  outer_ = sema_->CurContext;
  inner_ = make_caller(sema_->Context, *outer_, named_);
  sema_->CurContext = inner_;
}

void specifier_scope::leave() {
  tokens_ = 0;
  has_begun_ = false;
  if (inner_ != nullptr && sema_->CurContext == inner_) sema_->CurContext = outer_;
  inner_ = nullptr;
}

/// Since Clang 17, the parser enters the function of a lambda before it reads the return type. This
/// function has no restrictions yet.
void specifier_scope::follow_lambda() {
  const auto* function = llvm::dyn_cast<clang::CXXMethodDecl>(sema_->CurContext);
  if (function == nullptr || !clang::isLambdaCallOperator(function)) return;
  if (function->getParent()->getDeclContext() == outer_) replace_context();
}

}  // namespace milliamp::language
