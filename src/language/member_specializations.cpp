#include "member_specializations.h"

#include <clang/AST/ASTContext.h>
#include <clang/AST/DeclTemplate.h>
#include <clang/Sema/TemplateInstCallback.h>

#include <memory>
#include <utility>

namespace milliamp::language {

namespace {

llvm::SmallVector<std::pair<clang::FunctionDecl*, clang::QualType>, 2> hidden_overloads;

/// A scope as an instance of a class template; null if it is none.
const clang::CXXRecordDecl* instance(const clang::DeclContext& scope) {
  const auto* record = llvm::dyn_cast<clang::CXXRecordDecl>(&scope);
  const bool is_instance =
      record != nullptr && clang::isTemplateInstantiation(record->getTemplateSpecializationKind());
  return is_instance ? record : nullptr;
}

/// A function type that is not that of the function.
clang::QualType another_type(const clang::FunctionDecl& function) {
  const auto* type = function.getType()->castAs<clang::FunctionProtoType>();
  auto properties = type->getExtProtoInfo();
  properties.Variadic = !properties.Variadic;
  return function.getASTContext().getFunctionType(type->getReturnType(), type->getParamTypes(),
                                                  properties);
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
  for (clang::FunctionDecl* other : others) {
    hidden_overloads.push_back({other, other->getType()});
    other->setType(another_type(*other));
  }
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

void hide_other_overloads(const clang::FunctionDecl& function) {
  const clang::CXXRecordDecl* record = instance(*function.getDeclContext());
  if (record == nullptr || function.getLexicalDeclContext() == record) return;
  hide_others_in(*record, function, restrictions_of(function));
}

void show_other_overloads() {
  for (const auto& [member, type] : hidden_overloads) member->setType(type);
  hidden_overloads.clear();
}

void show_overloads_to_bodies(clang::Sema& sema) {
  sema.TemplateInstCallbacks.push_back(std::make_unique<body_listener>());
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
