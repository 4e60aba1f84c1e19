#include "inherited_restrictions.h"

#include "implicit_members.h"
#include "instance_types.h"
#include "restrictions.h"

#include <clang/AST/ASTContext.h>
#include <clang/AST/Attr.h>
#include <clang/AST/DeclCXX.h>
#include <clang/AST/DeclTemplate.h>

namespace milliamp::language {

namespace {

/// The code that can use a constructor. The attributes tell, as --allow can open functions to more
/// than they are restricted to.
restrictions users_of(const clang::CXXConstructorDecl& constructor) {
  const bool amp = constructor.hasAttr<clang::CUDADeviceAttr>();
  return {!amp || constructor.hasAttr<clang::CUDAHostAttr>(), amp};
}

/// The code that can use a deduction guide.
restrictions users_of(const clang::CXXDeductionGuideDecl& guide) {
  const clang::CXXConstructorDecl* constructor = guide.getCorrespondingConstructor();
  return constructor != nullptr ? users_of(*constructor) : restrictions{true, true};
}

/// Lets an inherited constructor be called where that of the base can be. Clang would infer a
/// constructor for both from other members, unless the attributes are written.
void open_as(clang::CXXConstructorDecl& constructor, const clang::CXXConstructorDecl& inherited) {
  if (!has_specifiers(inherited)) return;
  open_to(constructor, users_of(inherited));
  for (clang::Attr* attribute : constructor.attrs()) attribute->setImplicit(false);
}

}  // namespace

void restriction_listener::CompletedTagDefinition(const clang::TagDecl* declaration) {
  const auto* record = llvm::dyn_cast<clang::CXXRecordDecl>(declaration);
  if (record == nullptr) return;
  for (clang::CXXMethodDecl* method : record->methods()) restrict_generated(*method);
  if (compiler_.hasSema()) resolve_trailing_types(compiler_.getSema(), *record);
  if (record->isLambda() || record->isLocalClass() == nullptr) return;
  for (clang::Decl* member : record->decls()) {
    clang::FunctionDecl* function = member->getAsFunction();
    if (function == nullptr || function->isImplicit() || !is_amp_code(*function)) continue;
    open_to(*function, {true, true});
  }
}

void restriction_listener::AddedVisibleDecl(const clang::DeclContext*,
                                            const clang::Decl* declaration) {
  clang::FunctionDecl* function = const_cast<clang::Decl*>(declaration)->getAsFunction();
  if (function == nullptr) return;
  if (const auto* guide = llvm::dyn_cast<clang::CXXDeductionGuideDecl>(function)) {
    open_to(*function, users_of(*guide));
  } else if (function->isReservedGlobalPlacementOperator()) {
    open_to(*function, {true, true});
  }
}

void restriction_listener::AddedCXXImplicitMember(const clang::CXXRecordDecl*,
                                                  const clang::Decl* member) {
  const auto* method = llvm::dyn_cast<clang::CXXMethodDecl>(member);
  if (method != nullptr) restrict_generated(const_cast<clang::CXXMethodDecl&>(*method));
  auto* constructor = llvm::dyn_cast<clang::CXXConstructorDecl>(const_cast<clang::Decl*>(member));
  if (constructor == nullptr) return;
  const auto* inherited = constructor->getInheritedConstructor().getConstructor();
  if (inherited == nullptr) return;
  open_as(*constructor, *inherited);
  if (inherited->hasAttr<clang::AbiTagAttr>()) distinguish_symbol(*constructor);
}

void restriction_listener::restrict_generated(clang::CXXMethodDecl& method) {
  if (compiler_.hasSema()) restrict_implicit_member(compiler_.getSema(), method);
}

}  // namespace milliamp::language
