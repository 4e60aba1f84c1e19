#include "specifier_scope.h"

namespace milliamp::language {

void specifier_scope::enter(clang::Sema& sema, restrictions named, unsigned tokens) {
  leave();
  sema_ = &sema;
  outer_ = sema.CurContext;
  tokens_ = tokens;
  inner_ = make_caller(sema.Context, *outer_, named);
  sema.CurContext = inner_;
}

void specifier_scope::leave() {
  tokens_ = 0;
  if (sema_ != nullptr && sema_->CurContext == inner_) sema_->CurContext = outer_;
  sema_ = nullptr;
}

}  // namespace milliamp::language
