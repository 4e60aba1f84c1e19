#include "instance_types.h"

#include "restrictions.h"

#include <clang/AST/DeclFriend.h>
#include <clang/Sema/Template.h>

namespace milliamp::language {

namespace {

/// Makes the parameters of a function those that the type of its pattern names.
void add_parameters(clang::LocalInstantiationScope& scope, clang::FunctionDecl& function,
                    const clang::FunctionDecl& pattern) {
  unsigned next = 0;
  for (const clang::ParmVarDecl* parameter : pattern.parameters()) {
    if (!parameter->isParameterPack()) {
      scope.InstantiatedLocal(parameter, function.getParamDecl(next++));
      continue;
    }
    scope.MakeInstantiatedLocalArgPack(parameter);
    const unsigned after_pack = pattern.getNumParams() - parameter->getFunctionScopeIndex() - 1;
    while (next + after_pack < function.getNumParams()) {
      scope.InstantiatedLocalPackArg(parameter, function.getParamDecl(next++));
    }
  }
}

/// The type that the trailing return type of a pattern means in a function; null after an error.
clang::QualType result_type(clang::Sema& sema, clang::CXXRecordDecl& instance,
                            clang::FunctionDecl& function, const clang::FunctionDecl& pattern) {
  clang::LocalInstantiationScope scope(sema);
  add_parameters(scope, function, pattern);
  clang::Sema::ContextRAII context(sema,
                                   make_caller(sema.Context, instance, restrictions_of(function)));
  const auto* method = llvm::dyn_cast<clang::CXXMethodDecl>(&function);
  const bool has_object = method != nullptr && method->isInstance();
  const clang::Sema::CXXThisScopeRAII object(
      sema, &instance, has_object ? method->getMethodQualifiers() : clang::Qualifiers(),
      has_object);
  return sema.SubstType(pattern.getReturnType(), sema.getTemplateInstantiationArgs(&function),
                        function.getLocation(), function.getDeclName());
}

void resolve(clang::Sema& sema, clang::CXXRecordDecl& instance, clang::FunctionDecl& function) {
  const clang::FunctionDecl* pattern = function.getTemplateInstantiationPattern(false);
  if (pattern == nullptr || !is_amp_code(function)) return;
  const auto* written = pattern->getType()->getAs<clang::FunctionProtoType>();
  if (!written->hasTrailingReturn() || !written->getReturnType()->isInstantiationDependentType()) {
    return;
  }
  const clang::QualType type = result_type(sema, instance, function, *pattern);
  const auto* instantiated = function.getType()->getAs<clang::FunctionProtoType>();
  if (type.isNull() || instantiated == nullptr) return;
  function.setType(sema.Context.getFunctionType(type, instantiated->getParamTypes(),
                                                instantiated->getExtProtoInfo()));
}

}  // namespace

void resolve_trailing_types(clang::Sema& sema, const clang::CXXRecordDecl& instance) {
  if (!clang::isTemplateInstantiation(instance.getTemplateSpecializationKind()) ||
      instance.isDependentContext()) {
    return;
  }
  auto& record = const_cast<clang::CXXRecordDecl&>(instance);
  for (clang::CXXMethodDecl* method : record.methods()) resolve(sema, record, *method);
  for (const clang::FriendDecl* named : record.friends()) {
    auto* function = llvm::dyn_cast_or_null<clang::FunctionDecl>(named->getFriendDecl());
    if (function != nullptr) resolve(sema, record, *function);
  }
}

}  // namespace milliamp::language
