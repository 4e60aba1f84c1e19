#include "inherited_restrictions.h"

#include "restrictions.h"

#include <clang/AST/ASTContext.h>
#include <clang/AST/Attr.h>
#include <clang/AST/DeclCXX.h>
#include <clang/AST/DeclTemplate.h>

namespace milliamp::language {

namespace {

/// Makes a function one of host and device, unless it is restricted already.
void open_to_all(clang::FunctionDecl& function) {
  if (function.hasAttr<clang::CUDAHostAttr>() || function.hasAttr<clang::CUDADeviceAttr>()) return;
  clang::ASTContext& context = function.getASTContext();
  function.addAttr(clang::CUDAHostAttr::CreateImplicit(context));
  function.addAttr(clang::CUDADeviceAttr::CreateImplicit(context));
}

}  // namespace

void restriction_listener::CompletedTagDefinition(const clang::TagDecl* declaration) {
  const auto* record = llvm::dyn_cast<clang::CXXRecordDecl>(declaration);
  if (record == nullptr || record->isLambda() || record->isLocalClass() == nullptr) return;
  for (clang::Decl* member : record->decls()) {
    clang::FunctionDecl* function = member->getAsFunction();
    if (function == nullptr || function->isImplicit() || !is_amp_code(*function)) continue;
    open_to_all(*function);
  }
}

void restriction_listener::AddedVisibleDecl(const clang::DeclContext*,
                                            const clang::Decl* declaration) {
  clang::FunctionDecl* function = const_cast<clang::Decl*>(declaration)->getAsFunction();
  if (function == nullptr) return;
  if (llvm::isa<clang::CXXDeductionGuideDecl>(function) ||
      function->isReservedGlobalPlacementOperator()) {
    open_to_all(*function);
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
