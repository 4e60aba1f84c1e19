#include "overload_sets.h"

#include "overloads.h"

#include <clang/AST/DeclTemplate.h>
#include <clang/Basic/SourceManager.h>
#include <clang/Sema/Lookup.h>

namespace milliamp::language {

namespace {

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

void add_used_namespaces(const clang::DeclContext& scope,
                         llvm::SmallPtrSetImpl<clang::NamespaceDecl*>& used);

/// Adds the namespace that a using-directive names, and those that it uses.
void add_used_namespace(clang::UsingDirectiveDecl& directive,
                        llvm::SmallPtrSetImpl<clang::NamespaceDecl*>& used) {
  clang::NamespaceDecl* named = directive.getNominatedNamespace();
  if (used.insert(named).second) add_used_namespaces(*named, used);
}

/// Adds the namespaces that using-directives of a scope name, also those in the namespaces they
/// name. Unnamed namespaces are among them.
void add_used_namespaces(const clang::DeclContext& scope,
                         llvm::SmallPtrSetImpl<clang::NamespaceDecl*>& used) {
  for (clang::UsingDirectiveDecl* directive : scope.using_directives()) {
    add_used_namespace(*directive, used);
  }
}

/// Whether a location is in a statement.
bool contains(const clang::SourceManager& sources, const clang::Stmt& statement,
              clang::SourceLocation location) {
  const clang::SourceLocation expansion = sources.getExpansionLoc(location);
  const clang::SourceLocation begin = sources.getExpansionLoc(statement.getBeginLoc());
  const clang::SourceLocation end = sources.getExpansionLoc(statement.getEndLoc());
  return !sources.isBeforeInTranslationUnit(expansion, begin) &&
         !sources.isBeforeInTranslationUnit(end, expansion);
}

/// Passes on what the blocks around a call declare before it.
void for_each_in_blocks(const clang::SourceManager& sources, const clang::Stmt& around,
                        clang::SourceLocation call,
                        llvm::function_ref<void(clang::Decl& declaration)> pass) {
  for (const clang::Stmt* child : around.children()) {
    if (child == nullptr) continue;
    if (contains(sources, *child, call)) for_each_in_blocks(sources, *child, call, pass);
    const auto* statement = llvm::dyn_cast<clang::DeclStmt>(child);
    if (statement == nullptr) continue;
    for (clang::Decl* declaration : statement->decls()) {
      if (sources.isBeforeInTranslationUnit(declaration->getLocation(), call)) pass(*declaration);
    }
  }
}

/// The same of the blocks of a scope, if it is a function.
void for_each_in_body(const clang::DeclContext& scope, clang::SourceLocation call,
                      llvm::function_ref<void(clang::Decl& declaration)> pass) {
  const auto* function = llvm::dyn_cast<clang::FunctionDecl>(&scope);
  const clang::Stmt* body = function != nullptr ? function->getBody() : nullptr;
  if (body == nullptr) return;
  for_each_in_blocks(scope.getParentASTContext().getSourceManager(), *body, call, pass);
}

/// Adds the functions of a name that using-declarations in a body show at a call.
void add_shown_in_body(const clang::DeclContext& scope, clang::DeclarationName name,
                       clang::SourceLocation call, declarations& found) {
  for_each_in_body(scope, call, [&](clang::Decl& declaration) {
    auto* shown = llvm::dyn_cast<clang::UsingDecl>(&declaration);
    if (shown == nullptr || shown->getDeclName() != name) return;
    llvm::copy(shown->shadows(), std::back_inserter(found));
  });
}

/// Adds what using-directives show of a name in a namespace: what they name is found in the
/// innermost namespace that is around both.
void add_shown_in(const clang::DeclContext& space, const clang::DeclContext& caller,
                  clang::DeclarationName name, clang::SourceLocation call, declarations& found) {
  for (const clang::DeclContext* scope = &caller; scope != nullptr; scope = scope->getParent()) {
    llvm::SmallPtrSet<clang::NamespaceDecl*, 8> used;
    if (scope->isFileContext()) add_used_namespaces(*scope, used);
    for_each_in_body(*scope, call, [&](clang::Decl& declaration) {
      auto* directive = llvm::dyn_cast<clang::UsingDirectiveDecl>(&declaration);
      if (directive != nullptr) add_used_namespace(*directive, used);
    });
    for (clang::NamespaceDecl* named : used) {
      const clang::DeclContext* around = scope;
      while (!around->Encloses(named)) around = around->getParent();
      if (around->Equals(&space)) llvm::copy(named->lookup(name), std::back_inserter(found));
    }
  }
}

/// What the name of a function means in a scope or in those around it. The members of classes are
/// found by the operands of an operator only.
declarations found_around(clang::Sema& sema, const clang::DeclContext& scope,
                          const clang::FunctionDecl& function, clang::SourceLocation location) {
  declarations all;
  clang::LookupResult found(sema, function.getDeclName(), location,
                            clang::Sema::LookupOrdinaryName);
  found.suppressDiagnostics();
  for (const clang::DeclContext* outer = &scope; outer != nullptr && all.empty();
       outer = outer->getParent()) {
    if (outer->isFunctionOrMethod()) {
      add_shown_in_body(*outer, function.getDeclName(), location, all);
      continue;
    }
    if (outer->isRecord() && function.isOverloadedOperator()) continue;
    sema.LookupQualifiedName(found, const_cast<clang::DeclContext*>(outer));
    llvm::copy(found, std::back_inserter(all));
    if (outer->isFileContext()) {
      add_shown_in(*outer, scope, function.getDeclName(), location, all);
    }
  }
  return all;
}

/// What the arguments of a call add to what its name means.
declarations found_by_arguments(clang::Sema& sema, const clang::FunctionDecl& function,
                                const clang::CallExpr& call) {
  clang::ADLResult found;
  const llvm::SmallVector<clang::Expr*, 8> arguments = written_arguments(call);
  sema.ArgumentDependentLookup(function.getDeclName(), call.getExprLoc(), arguments, found);
  return {found.begin(), found.end()};
}

/// What the plain name of a function means where it is called, if it means the function, too.
void add_found_by_name(clang::Sema& sema, const clang::FunctionDecl& function,
                       const clang::CallExpr& call, const clang::DeclContext& caller,
                       const declarations& by_arguments, declarations& found) {
  const declarations by_name = found_around(sema, caller, function, call.getExprLoc());
  const clang::NamedDecl* declared = function.getPrimaryTemplate();
  if (declared == nullptr) declared = &function;
  const auto is_function = [&](const clang::NamedDecl* one) {
    return one->getUnderlyingDecl()->getCanonicalDecl() == declared->getCanonicalDecl();
  };
  if (llvm::any_of(by_name, is_function) || llvm::any_of(by_arguments, is_function)) {
    llvm::copy(by_name, std::back_inserter(found));
  }
}

/// What is declared around an operator, and in the class of its first operand.
void add_operators(clang::Sema& sema, const clang::FunctionDecl& function,
                   const clang::CXXOperatorCallExpr& operation, const clang::DeclContext& caller,
                   declarations& found) {
  const declarations by_name = found_around(sema, caller, function, operation.getExprLoc());
  llvm::copy(by_name, std::back_inserter(found));
  const clang::QualType first = written_arguments(operation).front()->getType();
  if (auto* record = first->getAsCXXRecordDecl()) {
    clang::LookupResult members(sema, function.getDeclName(), operation.getExprLoc(),
                                clang::Sema::LookupMemberName);
    members.suppressDiagnostics();
    sema.LookupQualifiedName(members, record);
    llvm::copy(members, std::back_inserter(found));
  }
}

/// Whether a declaration in a namespace follows a call, which therefore does not see it.
bool is_after(const clang::SourceManager& sources, const clang::Expr& call,
              const clang::NamedDecl& declaration) {
  if (declaration.getDeclContext()->isRecord()) return false;
  const clang::SourceLocation first = declaration.getCanonicalDecl()->getLocation();
  return first.isValid() && sources.isBeforeInTranslationUnit(call.getExprLoc(), first);
}

/// Adds what the arguments of a call add, and removes what is after the call. In an instance of a
/// template, arguments also find what is declared before the instantiation.
void add_visible(clang::Sema& sema, const clang::FunctionDecl& function, const clang::Expr& call,
                 const clang::DeclContext& caller, const declarations& by_arguments,
                 declarations& found) {
  const auto* calling = llvm::dyn_cast<clang::FunctionDecl>(&caller);
  const bool is_instance = calling != nullptr && calling->isTemplateInstantiation();
  if (!is_instance) llvm::copy(by_arguments, std::back_inserter(found));
  if (!is_after(sema.SourceMgr, call, function)) {
    llvm::erase_if(
        found, [&](const clang::NamedDecl* one) { return is_after(sema.SourceMgr, call, *one); });
  }
  if (is_instance) llvm::copy(by_arguments, std::back_inserter(found));
}

}  // namespace

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
  // The name of a template of conversions is that of none of its instances.
  const clang::FunctionTemplateDecl* primary = function.getPrimaryTemplate();
  declarations found =
      declared_in(shadow != nullptr ? *shadow->getDeclContext() : *scope,
                  primary != nullptr ? primary->getDeclName() : function.getDeclName());
  const auto* operation = llvm::dyn_cast_or_null<clang::CXXOperatorCallExpr>(call);
  const bool is_plain_name = name != nullptr && !name->hasQualifier() && scope->isFileContext();
  declarations by_arguments;
  if (operation != nullptr || is_plain_name) {
    by_arguments = found_by_arguments(sema, function, *plain_call);
  }
  if (operation != nullptr) {
    add_operators(sema, function, *operation, caller, found);
  } else if (is_plain_name) {
    add_found_by_name(sema, function, *plain_call, caller, by_arguments, found);
  }
  if (call != nullptr) add_visible(sema, function, *call, caller, by_arguments, found);
  return found;
}

}  // namespace milliamp::language
