#include "local_classes.h"

#include "restrictions.h"

namespace milliamp::language {

namespace {

/// The function in whose body a class has begun.
const clang::DeclContext* open_in = nullptr;

bool is_in(const clang::DeclContext* context, const clang::DeclContext* outer) {
  while (context != nullptr && context != outer) context = context->getLexicalParent();
  return context == outer;
}

}  // namespace

void watch_local_classes(clang::Sema& sema, const clang::Token& token) {
  namespace tok = clang::tok;
  if (open_in != nullptr) {
    if (is_in(sema.CurContext, open_in)) return;
    sema.PopForceCUDAHostDevice();
    open_in = nullptr;
  }
  if (!token.isOneOf(tok::kw_class, tok::kw_struct, tok::kw_union)) return;
  const auto* function = llvm::dyn_cast_or_null<clang::FunctionDecl>(sema.CurContext);
  if (function == nullptr || !is_amp_code(*function)) return;
  sema.PushForceCUDAHostDevice();
  open_in = function;
}

}  // namespace milliamp::language
