#include "specifier_scope.h"

#include <clang/AST/Decl.h>

namespace milliamp::language {

void specifier_scope::enter(clang::Sema& sema, restrictions named, unsigned tokens) {
  leave();
  sema_ = &sema;
  outer_ = sema.CurContext;
  tokens_ = tokens;
  clang::ASTContext& context = sema.Context;
  const clang::QualType type = context.getFunctionType(context.VoidTy, {}, {});
  auto* function = clang::FunctionDecl::Create(context, outer_, {}, {}, clang::DeclarationName(),
                                               type, nullptr, clang::SC_None);
  restrict(*function, named);
  inner_ = function;
  sema.CurContext = inner_;
}

void specifier_scope::leave() {
  tokens_ = 0;
  if (sema_ != nullptr && sema_->CurContext == inner_) sema_->CurContext = outer_;
  sema_ = nullptr;
}

}  // namespace milliamp::language
