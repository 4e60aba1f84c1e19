#include "member_specializations.h"

#include "restrictions.h"

#include <clang/AST/ASTContext.h>
#include <clang/AST/DeclTemplate.h>

#include <utility>

namespace milliamp::language {

namespace {

llvm::SmallVector<std::pair<clang::FunctionDecl*, clang::QualType>, 2> hidden_overloads;

/// The class whose member a function specializes; null for other functions.
const clang::DeclContext* specialized_class(const clang::FunctionDecl& function) {
  const auto* record = llvm::dyn_cast<clang::CXXRecordDecl>(function.getDeclContext());
  const bool is_specialized =
      record != nullptr && function.getLexicalDeclContext() != record &&
      clang::isTemplateInstantiation(record->getTemplateSpecializationKind());
  return is_specialized ? record : nullptr;
}

/// A function type that is not that of the function.
clang::QualType another_type(const clang::FunctionDecl& function) {
  const auto* type = function.getType()->castAs<clang::FunctionProtoType>();
  auto properties = type->getExtProtoInfo();
  properties.Variadic = !properties.Variadic;
  return function.getASTContext().getFunctionType(type->getReturnType(), type->getParamTypes(),
                                                  properties);
}

}  // namespace

void hide_other_overloads(const clang::FunctionDecl& function) {
  const clang::DeclContext* record = specialized_class(function);
  if (record == nullptr) return;
  llvm::SmallVector<clang::FunctionDecl*, 2> others;
  bool is_declared = false;
  for (clang::NamedDecl* found : record->lookup(function.getDeclName())) {
    auto* member = llvm::dyn_cast<clang::FunctionDecl>(found);
    if (member == nullptr) continue;
    if (!function.getASTContext().hasSameType(member->getType(), function.getType())) continue;
    if (restrictions_of(*member) == restrictions_of(function)) {
      is_declared = true;
    } else {
      others.push_back(member);
    }
  }
  if (!is_declared) return;  // Clang's error names the others
  for (clang::FunctionDecl* other : others) {
    hidden_overloads.push_back({other, other->getType()});
    other->setType(another_type(*other));
  }
}

void show_other_overloads() {
  for (const auto& [member, type] : hidden_overloads) member->setType(type);
  hidden_overloads.clear();
}

}  // namespace milliamp::language
