#include "hidden_overloads.h"

#include <clang/AST/ASTContext.h>
#include <clang/Sema/TemplateInstCallback.h>

#include <memory>
#include <utility>

namespace milliamp::language {

namespace {

llvm::SmallVector<std::pair<clang::FunctionDecl*, clang::QualType>, 2> hidden_overloads;

/// A function type that is not that of the function.
clang::QualType another_type(const clang::FunctionDecl& function) {
  const auto* type = function.getType()->castAs<clang::FunctionProtoType>();
  auto properties = type->getExtProtoInfo();
  properties.Variadic = !properties.Variadic;
  return function.getASTContext().getFunctionType(type->getReturnType(), type->getParamTypes(),
                                                  properties);
}

class body_listener final : public clang::TemplateInstantiationCallback {
  void initialize(const clang::Sema&) override {}
  void finalize(const clang::Sema&) override {}
  void atTemplateBegin(const clang::Sema&,
                       const clang::Sema::CodeSynthesisContext& context) override {
    using context_kind = clang::Sema::CodeSynthesisContext;
    if (context.Kind == context_kind::TemplateInstantiation) show_other_overloads();
  }
  void atTemplateEnd(const clang::Sema&, const clang::Sema::CodeSynthesisContext&) override {}
};

}  // namespace

void hide_overload(clang::FunctionDecl& function) {
  hidden_overloads.push_back({&function, function.getType()});
  function.setType(another_type(function));
}

void show_other_overloads() {
  for (const auto& [function, type] : hidden_overloads) function->setType(type);
  hidden_overloads.clear();
}

void show_overloads_to_bodies(clang::Sema& sema) {
  sema.TemplateInstCallbacks.push_back(std::make_unique<body_listener>());
}

}  // namespace milliamp::language
