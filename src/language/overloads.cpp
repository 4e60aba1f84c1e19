#include "overloads.h"

#include "reporting.h"

#include <clang/AST/DeclTemplate.h>
#include <clang/AST/ExprCXX.h>
#include <clang/Sema/Lookup.h>
#include <clang/Sema/Overload.h>

namespace milliamp::language {

namespace {

using declarations = llvm::SmallVector<clang::NamedDecl*, 8>;

/// What is declared under the name of a function in a scope.
declarations declared_in(const clang::DeclContext& scope, clang::DeclarationName name) {
  declarations found;
  if (scope.isFunctionOrMethod()) {
    for (clang::Decl* local : scope.decls()) {
      auto* named = llvm::dyn_cast<clang::NamedDecl>(local);
      const bool is_function = llvm::isa<clang::UsingShadowDecl, clang::FunctionDecl>(local);
      if (is_function && named->getDeclName() == name) found.push_back(named);
    }
  } else {
    // The members of an inline namespace are those of the namespace around it, too.
    const clang::DeclContext* outer = scope.getRedeclContext();
    while (outer->isInlineNamespace()) outer = outer->getParent()->getRedeclContext();
    llvm::copy(outer->lookup(name), std::back_inserter(found));
  }
  return found;
}

/// What the name of a function means in a scope or in those around it.
declarations found_around(clang::Sema& sema, const clang::DeclContext& scope,
                          const clang::FunctionDecl& function, clang::SourceLocation location) {
  clang::LookupResult found(sema, function.getDeclName(), location,
                            clang::Sema::LookupOrdinaryName);
  found.suppressDiagnostics();
  for (const clang::DeclContext* outer = &scope; outer != nullptr; outer = outer->getParent()) {
    if (outer->isFunctionOrMethod()) continue;
    sema.LookupQualifiedName(found, const_cast<clang::DeclContext*>(outer));
    if (!found.empty()) break;
  }
  return {found.begin(), found.end()};
}

/// What the plain name of a function means where it is called, if it means the function, too, and
/// what its arguments add.
void add_found_by_name(clang::Sema& sema, const clang::FunctionDecl& function,
                       const clang::CallExpr& call, const clang::DeclContext& caller,
                       declarations& found) {
  const declarations by_name = found_around(sema, caller, function, call.getExprLoc());
  clang::ADLResult by_arguments;
  const llvm::SmallVector<clang::Expr*, 8> arguments = written_arguments(call);
  sema.ArgumentDependentLookup(function.getDeclName(), call.getExprLoc(), arguments, by_arguments);
  const clang::NamedDecl* declared = function.getPrimaryTemplate();
  if (declared == nullptr) declared = &function;
  const auto is_function = [&](const clang::NamedDecl* one) {
    return one->getUnderlyingDecl()->getCanonicalDecl() == declared->getCanonicalDecl();
  };
  if (llvm::any_of(by_name, is_function) || llvm::any_of(by_arguments, is_function)) {
    llvm::copy(by_name, std::back_inserter(found));
  }
  llvm::copy(by_arguments, std::back_inserter(found));
}

/// The overloads among which a call has found a function.
declarations overloads_of(clang::Sema& sema, const clang::FunctionDecl& function,
                          const clang::Expr* call, const clang::DeclContext& caller) {
  // An inherited constructor has the name of the base's.
  if (const auto* constructor = llvm::dyn_cast<clang::CXXConstructorDecl>(&function)) {
    declarations found;
    llvm::copy(sema.LookupConstructors(const_cast<clang::CXXRecordDecl*>(constructor->getParent())),
               std::back_inserter(found));
    return found;
  }
  const clang::DeclContext* scope = function.getDeclContext();
  const auto* plain_call = llvm::dyn_cast_or_null<clang::CallExpr>(call);
  const clang::Expr* callee =
      plain_call != nullptr ? plain_call->getCallee()->IgnoreParenImpCasts() : nullptr;
  const auto* name = llvm::dyn_cast_or_null<clang::DeclRefExpr>(callee);
  const auto* member = llvm::dyn_cast_or_null<clang::MemberExpr>(callee);
  const clang::Decl* named = name != nullptr     ? name->getFoundDecl()
                             : member != nullptr ? member->getFoundDecl().getDecl()
                                                 : nullptr;
  const auto* shadow = llvm::dyn_cast_or_null<clang::UsingShadowDecl>(named);
  // A declaration in a body hides those around it (spec 2.3.2.2).
  const clang::DeclContext* lexical_scope = function.getLexicalDeclContext();
  if (name != nullptr && lexical_scope->isFunctionOrMethod()) scope = lexical_scope;
  declarations found =
      declared_in(shadow != nullptr ? *shadow->getDeclContext() : *scope, function.getDeclName());
  if (name != nullptr && !name->hasQualifier() && scope->isFileContext()) {
    add_found_by_name(sema, function, *plain_call, caller, found);
  }
  return found;
}

/// Whether two templates have parameters of the same kinds.
bool have_same_kinds(const clang::FunctionTemplateDecl& one,
                     const clang::FunctionTemplateDecl& other) {
  return std::equal(one.getTemplateParameters()->begin(), one.getTemplateParameters()->end(),
                    other.getTemplateParameters()->begin(), other.getTemplateParameters()->end(),
                    [](const clang::NamedDecl* left, const clang::NamedDecl* right) {
                      return left->getKind() == right->getKind() &&
                             left->isParameterPack() == right->isParameterPack();
                    });
}

/// The specialization of a template that has the arguments of another one's; null if there is none.
clang::FunctionDecl* specialize(clang::Sema& sema, clang::FunctionTemplateDecl& candidate,
                                const clang::FunctionDecl& like, clang::SourceLocation location) {
  const clang::TemplateArgumentList* arguments = like.getTemplateSpecializationArgs();
  const clang::FunctionTemplateDecl* of_like = like.getPrimaryTemplate();
  if (arguments == nullptr || of_like == nullptr || of_like == &candidate ||
      !have_same_kinds(*of_like, candidate)) {
    return nullptr;
  }
  return sema.InstantiateFunctionDeclaration(&candidate, arguments, location);
}

/// Whether a callee's name has template arguments.
bool names_arguments(const clang::Expr& callee) {
  const clang::Expr* inner = callee.IgnoreParenImpCasts();
  const auto* name = llvm::dyn_cast<clang::DeclRefExpr>(inner);
  const auto* member = llvm::dyn_cast<clang::MemberExpr>(inner);
  return name != nullptr ? name->hasExplicitTemplateArgs()
                         : member != nullptr && member->hasExplicitTemplateArgs();
}

/// What a call resolves to among the overloads that are amp code. Null if that is nothing or
/// ambiguous, for operators, whose overloads are not all in one scope, and for calls with template
/// arguments, which have the same for all restrictions.
clang::FunctionDecl* resolve_for_amp(clang::Sema& sema, const clang::FunctionDecl& callee,
                                     const clang::CallExpr& call,
                                     const clang::DeclContext& caller) {
  if (llvm::isa<clang::CXXOperatorCallExpr>(call) || names_arguments(*call.getCallee())) {
    return nullptr;
  }
  const auto* member_call = llvm::dyn_cast<clang::CXXMemberCallExpr>(&call);
  clang::Expr* object = nullptr;
  if (member_call != nullptr) object = written_object(*member_call->getImplicitObjectArgument());
  llvm::SmallVector<clang::Expr*, 8> arguments = written_arguments(call);
  clang::OverloadCandidateSet candidates(call.getExprLoc(),
                                         clang::OverloadCandidateSet::CSK_Normal);
  for (clang::NamedDecl* found : overloads_of(sema, callee, &call, caller)) {
    clang::NamedDecl* declared = found->getUnderlyingDecl();
    clang::FunctionDecl* function = declared->getAsFunction();
    if (function == nullptr || !has_specifiers(*function)) continue;
    if (!restrictions_of(*function).amp) continue;
    const auto pair = clang::DeclAccessPair::make(declared, declared->getAccess());
    if (object != nullptr) {
      const bool is_arrow = object->getType()->isPointerType();
      sema.AddMethodCandidate(pair,
                              is_arrow ? object->getType()->getPointeeType() : object->getType(),
                              is_arrow ? clang::Expr::Classification::makeSimpleLValue()
                                       : object->Classify(sema.Context),
                              arguments, candidates);
    } else if (auto* of_template = llvm::dyn_cast<clang::FunctionTemplateDecl>(declared)) {
      sema.AddTemplateOverloadCandidate(of_template, pair, nullptr, arguments, candidates);
    } else {
      sema.AddOverloadCandidate(function, pair, arguments, candidates);
    }
  }
  clang::OverloadCandidateSet::iterator best;
  const auto outcome = candidates.BestViableFunction(sema, call.getExprLoc(), best);
  return outcome == clang::OR_Success ? best->Function : nullptr;
}

}  // namespace

bool have_same_parameters(const clang::ASTContext& context, const clang::FunctionDecl& one,
                          const clang::FunctionDecl& other) {
  if (one.getNumParams() != other.getNumParams() || one.isVariadic() != other.isVariadic()) {
    return false;
  }
  for (unsigned i = 0; i < one.getNumParams(); ++i) {
    if (!context.hasSameType(one.getParamDecl(i)->getType(), other.getParamDecl(i)->getType())) {
      return false;
    }
  }
  const auto* method = llvm::dyn_cast<clang::CXXMethodDecl>(&one);
  const auto* other_method = llvm::dyn_cast<clang::CXXMethodDecl>(&other);
  if ((method == nullptr) != (other_method == nullptr)) return false;
  return method == nullptr ||
         (method->getMethodQualifiers() == other_method->getMethodQualifiers() &&
          method->getRefQualifier() == other_method->getRefQualifier() &&
          method->isStatic() == other_method->isStatic());
}

clang::Expr* written_object(clang::Expr& object) {
  auto* cast = llvm::dyn_cast<clang::ImplicitCastExpr>(&object);
  if (cast == nullptr || cast->getCastKind() == clang::CK_LValueToRValue) return &object;
  return written_object(*cast->getSubExpr());
}

llvm::SmallVector<clang::Expr*, 8> written_arguments(const clang::CallExpr& call) {
  llvm::SmallVector<clang::Expr*, 8> written;
  for (const clang::Expr* argument : call.arguments()) {
    if (llvm::isa<clang::CXXDefaultArgExpr>(argument)) break;
    written.push_back(const_cast<clang::Expr*>(argument->IgnoreUnlessSpelledInSource()));
  }
  return written;
}

bool check_same_type(clang::Sema& sema, const clang::FunctionDecl& for_cpu,
                     const clang::FunctionDecl& for_amp, clang::SourceLocation location) {
  if (sema.Context.hasSameType(for_amp.getReturnType(), for_cpu.getReturnType())) return true;
  report(sema.Diags, location, rule::expression_types)
      << for_amp.getReturnType() << for_cpu.getReturnType();
  return false;
}

clang::FunctionDecl* find_overload(clang::Sema& sema, clang::FunctionDecl& function,
                                   restrictions wanted, clang::SourceLocation location,
                                   const clang::Expr* call, const clang::DeclContext* caller) {
  if (caller == nullptr) caller = sema.Context.getTranslationUnitDecl();
  const auto* plain_call = llvm::dyn_cast_or_null<clang::CallExpr>(call);
  if (plain_call != nullptr && !wanted.cpu) {
    if (auto* resolved = resolve_for_amp(sema, function, *plain_call, *caller)) return resolved;
  }
  for (clang::NamedDecl* shadow_or_found : overloads_of(sema, function, call, *caller)) {
    clang::NamedDecl* found = shadow_or_found->getUnderlyingDecl();
    clang::FunctionDecl* candidate = nullptr;
    auto* shadow = llvm::dyn_cast<clang::ConstructorUsingShadowDecl>(shadow_or_found);
    if (shadow != nullptr) {
      auto* inherited = llvm::cast<clang::CXXConstructorDecl>(found);
      if (!restrictions_of(*inherited).covers(wanted)) continue;
      candidate = sema.findInheritingConstructor(location, inherited, shadow);
    } else if (auto* function_template = llvm::dyn_cast<clang::FunctionTemplateDecl>(found)) {
      if (!restrictions_of(*function_template->getTemplatedDecl()).covers(wanted)) continue;
      candidate = specialize(sema, *function_template, function, location);
    } else if (!function.isTemplateInstantiation() || function.getPrimaryTemplate() == nullptr) {
      candidate = llvm::dyn_cast<clang::FunctionDecl>(found);
    }
    if (candidate != nullptr && candidate->getCanonicalDecl() != function.getCanonicalDecl() &&
        restrictions_of(*candidate).covers(wanted) &&
        have_same_parameters(sema.Context, function, *candidate)) {
      return candidate;
    }
  }
  return nullptr;
}

}  // namespace milliamp::language
