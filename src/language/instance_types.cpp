#include "instance_types.h"

#include "restrictions.h"

#include <clang/AST/DeclFriend.h>
#include <clang/AST/DeclTemplate.h>
#include <clang/Sema/Template.h>

namespace milliamp::language {

namespace {

/// Makes the parameters of a template those that the type of its pattern names.
void add_template_parameters(clang::LocalInstantiationScope& scope,
                             const clang::FunctionDecl& function,
                             const clang::FunctionDecl& pattern) {
  const clang::FunctionTemplateDecl* declared = function.getDescribedFunctionTemplate();
  if (declared == nullptr) return;
  const clang::TemplateParameterList* from =
      pattern.getDescribedFunctionTemplate()->getTemplateParameters();
  for (unsigned i = 0; i < from->size(); ++i) {
    scope.InstantiatedLocal(from->getParam(i), declared->getTemplateParameters()->getParam(i));
  }
}

/// What a function has been instantiated from; null if there is none. A template in a class is
/// instantiated with the class.
const clang::FunctionDecl* pattern_of(const clang::FunctionDecl& function) {
  const clang::FunctionTemplateDecl* declared = function.getDescribedFunctionTemplate();
  if (declared == nullptr) return function.getTemplateInstantiationPattern(false);
  declared = declared->getInstantiatedFromMemberTemplate();
  return declared != nullptr ? declared->getTemplatedDecl() : nullptr;
}

/// What the type of a pattern means in a function; null after an error.
clang::TypeSourceInfo* instantiate_type(clang::Sema& sema, clang::CXXRecordDecl& instance,
                                        clang::FunctionDecl& function,
                                        const clang::FunctionDecl& pattern) {
  clang::LocalInstantiationScope scope(sema);
  add_template_parameters(scope, function, pattern);
  clang::Sema::ContextRAII context(sema,
                                   make_caller(sema.Context, instance, restrictions_of(function)));
  const auto* method = llvm::dyn_cast<clang::CXXMethodDecl>(&function);
  const bool has_object = method != nullptr && method->isInstance();
  return sema.SubstFunctionDeclType(
      pattern.getTypeSourceInfo(), sema.getTemplateInstantiationArgs(&function),
      function.getLocation(), function.getDeclName(), has_object ? &instance : nullptr,
      has_object ? method->getMethodQualifiers() : clang::Qualifiers());
}

void resolve(clang::Sema& sema, clang::CXXRecordDecl& instance, clang::FunctionDecl& function) {
  const clang::FunctionDecl* pattern = pattern_of(function);
  if (pattern == nullptr || !is_amp_code(function)) return;
  const auto* written = pattern->getType()->getAs<clang::FunctionProtoType>();
  if (!written->hasTrailingReturn() || !written->getReturnType()->isInstantiationDependentType()) {
    return;
  }
  clang::TypeSourceInfo* made = instantiate_type(sema, instance, function, *pattern);
  if (made == nullptr) return;
  const auto parameters = made->getTypeLoc().castAs<clang::FunctionProtoTypeLoc>().getParams();
  for (clang::ParmVarDecl* parameter : parameters) parameter->setOwningFunction(&function);
  llvm::copy(parameters, function.parameters().begin());
  function.setTypeSourceInfo(made);
  function.setType(made->getType());
}

}  // namespace

void resolve_trailing_types(clang::Sema& sema, const clang::CXXRecordDecl& instance) {
  if (!clang::isTemplateInstantiation(instance.getTemplateSpecializationKind()) ||
      instance.isDependentContext()) {
    return;
  }
  auto& record = const_cast<clang::CXXRecordDecl&>(instance);
  for (clang::Decl* member : record.decls()) {
    auto* named = llvm::dyn_cast<clang::FriendDecl>(member);
    clang::Decl* declared = named != nullptr ? named->getFriendDecl() : member;
    clang::FunctionDecl* function = declared != nullptr ? declared->getAsFunction() : nullptr;
    if (function != nullptr) resolve(sema, record, *function);
  }
}

}  // namespace milliamp::language
