#include "inherited_restrictions.h"

#include "restrictions.h"

#include <clang/AST/ASTContext.h>
#include <clang/AST/Attr.h>
#include <clang/AST/DeclCXX.h>
#include <clang/AST/DeclTemplate.h>

namespace milliamp::language {

void restriction_listener::CompletedTagDefinition(const clang::TagDecl* declaration) {
  const auto* record = llvm::dyn_cast<clang::CXXRecordDecl>(declaration);
  if (record == nullptr || record->isLambda() || record->isLocalClass() == nullptr) return;
  for (clang::Decl* member : record->decls()) {
    clang::FunctionDecl* function = member->getAsFunction();
    if (function == nullptr || function->isImplicit() || !is_amp_code(*function)) continue;
    if (function->hasAttr<clang::CUDAHostAttr>() || function->hasAttr<clang::CUDADeviceAttr>()) {
      continue;
    }
    clang::ASTContext& context = function->getASTContext();
    function->addAttr(clang::CUDAHostAttr::CreateImplicit(context));
    function->addAttr(clang::CUDADeviceAttr::CreateImplicit(context));
  }
}

void restriction_listener::AddedCXXImplicitMember(const clang::CXXRecordDecl*,
                                                  const clang::Decl* member) {
  const auto* constructor = llvm::dyn_cast<clang::CXXConstructorDecl>(member);
  if (constructor == nullptr) return;
  const auto* inherited = constructor->getInheritedConstructor().getConstructor();
  if (inherited == nullptr || !inherited->hasAttr<clang::AbiTagAttr>()) return;
  distinguish_symbol(const_cast<clang::CXXConstructorDecl&>(*constructor));
}

}  // namespace milliamp::language
