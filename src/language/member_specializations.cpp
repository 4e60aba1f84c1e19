#include "member_specializations.h"

#include "hidden_overloads.h"

#include <clang/AST/ASTContext.h>
#include <clang/AST/DeclTemplate.h>

namespace milliamp::language {

namespace {

/// A scope as an instance of a class template; null if it is none.
const clang::CXXRecordDecl* instance(const clang::DeclContext& scope) {
  const auto* record = llvm::dyn_cast<clang::CXXRecordDecl>(&scope);
  const bool is_instance =
      record != nullptr && clang::isTemplateInstantiation(record->getTemplateSpecializationKind());
  return is_instance ? record : nullptr;
}

/// Hides the members of a class that differ from a function in their restrictions alone, if one is
/// the function.
void hide_others_in(const clang::CXXRecordDecl& record, const clang::FunctionDecl& function,
                    restrictions named) {
  llvm::SmallVector<clang::FunctionDecl*, 2> others;
  bool is_declared = false;
  for (clang::NamedDecl* found : record.lookup(function.getDeclName())) {
    auto* member = llvm::dyn_cast<clang::FunctionDecl>(found);
    if (member == nullptr) continue;
    if (!function.getASTContext().hasSameType(member->getType(), function.getType())) continue;
    if (restrictions_of(*member) == named) {
      is_declared = true;
    } else {
      others.push_back(member);
    }
  }
  if (!is_declared) return;  // Clang's error names the others
  for (clang::FunctionDecl* other : others) hide_overload(*other);
}

}  // namespace

void hide_other_overloads(const clang::FunctionDecl& function) {
  const clang::CXXRecordDecl* record = instance(*function.getDeclContext());
  if (record == nullptr || function.getLexicalDeclContext() == record) return;
  hide_others_in(*record, function, restrictions_of(function));
}

void member_instantiation::begin(std::optional<restrictions> named) {
  if (named && !named->amp) named->cpu = true;
  named_ = named;
  record_ = nullptr;
}

void member_instantiation::watch(const clang::Token& token, const clang::Sema& sema) {
  if (!named_) return;
  if (const clang::CXXRecordDecl* record = instance(*sema.CurContext)) record_ = record;
  if (token.isNot(clang::tok::semi)) return;
  if (record_ != nullptr) {
    for (const clang::CXXMethodDecl* method : record_->methods()) {
      hide_others_in(*record_, *method, *named_);
    }
  }
  named_.reset();
}

}  // namespace milliamp::language
