#include "call_dispatch.h"

#include "clang_versions.h"
#include "overloads.h"
#include "reporting.h"

#include <clang/AST/DeclTemplate.h>
#include <clang/AST/ExprCXX.h>
#include <clang/Sema/Lookup.h>

namespace milliamp::language {

namespace {

/// Whether the operand of an expression is code that never runs.
bool is_unevaluated(const clang::Expr& expression) {
  return llvm::isa<clang::UnaryExprOrTypeTraitExpr, clang::CXXNoexceptExpr>(expression);
}

/// The default initializers that those with a dispatch have replaced.
llvm::DenseMap<const clang::FieldDecl*, const clang::Expr*>& replaced_initializers() {
  static llvm::DenseMap<const clang::FieldDecl*, const clang::Expr*> all;
  return all;
}

/// Rewrites the calls of one function.
class dispatcher {
 public:
  /// @param hides whether Clang must not see which amp functions are called: it checks a default
  /// argument or initializer again for each caller, and those for the CPU cannot call them.
  dispatcher(clang::Sema& sema, const clang::DeclContext& scope, restrictions caller,
             bool hides = false)
      : sema_(sema), context_(sema.Context), scope_(scope), caller_(caller), hides_(hides) {}

  void rewrite_children(clang::Stmt& parent) {
    for (clang::Stmt*& child : parent.children()) {
      if (child == nullptr) continue;
      if (auto* expression = llvm::dyn_cast<clang::Expr>(child)) {
        child = rewrite(*expression);
      } else {
        rewrite_children(*child);
      }
    }
  }

  void rewrite_initializers(clang::CXXConstructorDecl& constructor) {
    llvm::SmallVector<clang::CXXCtorInitializer*, 8> initializers(constructor.inits());
    for (clang::CXXCtorInitializer*& initializer : initializers) {
      clang::Expr* value = rewrite(*initializer->getInit());
      if (value != initializer->getInit()) initializer = with_value(*initializer, value);
    }
    auto** copy = new (context_) clang::CXXCtorInitializer*[initializers.size()];
    std::copy(initializers.begin(), initializers.end(), copy);
    constructor.setCtorInitializers(copy);
  }

  clang::Expr* rewrite(clang::Expr& expression) {
    if (auto* use = llvm::dyn_cast<clang::CXXDefaultInitExpr>(&expression)) {
      return with_present_initializer(context_, *use,
                                      replaced_initializers().lookup(use->getField()));
    }
    if (!caller_.cpu && is_unevaluated(expression)) return &expression;
    if (auto* lambda = llvm::dyn_cast<clang::LambdaExpr>(&expression)) {
      // Its body is another function.
      for (clang::Expr*& captured : lambda->capture_inits()) {
        if (captured != nullptr) captured = rewrite(*captured);
      }
      return &expression;
    }
    rewrite_children(expression);
    clang::Expr* for_amp = nullptr;
    if (auto* call = llvm::dyn_cast<clang::CallExpr>(&expression)) {
      for_amp = call_for_amp(*call);
    } else if (auto* construction = llvm::dyn_cast<clang::CXXConstructExpr>(&expression)) {
      for_amp = construction_for_amp(*construction);
    }
    if (for_amp == nullptr) return &expression;
    if (!caller_.cpu) return for_amp;
    if (!hides_) return choice(*for_amp, expression);
    // Clang generates the code of an opaque value, but does not look into it.
    auto* hidden = new (context_)
        clang::OpaqueValueExpr(expression.getExprLoc(), expression.getType(),
                               expression.getValueKind(), expression.getObjectKind(), for_amp);
    hidden->setIsUnique(true);
    return choice(*hidden, expression);
  }

 private:
  clang::CXXCtorInitializer* with_value(const clang::CXXCtorInitializer& old, clang::Expr* value) {
    clang::CXXCtorInitializer* made = nullptr;
    if (clang::FieldDecl* field = old.getMember()) {
      made = new (context_) clang::CXXCtorInitializer(
          context_, field, old.getMemberLocation(), old.getLParenLoc(), value, old.getRParenLoc());
    } else if (clang::IndirectFieldDecl* indirect = old.getIndirectMember()) {
      made =
          new (context_) clang::CXXCtorInitializer(context_, indirect, old.getMemberLocation(),
                                                   old.getLParenLoc(), value, old.getRParenLoc());
    } else if (old.isBaseInitializer()) {
      made = new (context_) clang::CXXCtorInitializer(
          context_, old.getTypeSourceInfo(), old.isBaseVirtual(), old.getLParenLoc(), value,
          old.getRParenLoc(), old.getEllipsisLoc());
    } else {
      made = new (context_) clang::CXXCtorInitializer(
          context_, old.getTypeSourceInfo(), old.getLParenLoc(), value, old.getRParenLoc());
    }
    if (old.isWritten()) made->setSourceOrder(old.getSourceOrder());
    return made;
  }

  clang::FunctionDecl* overload_for_amp(clang::FunctionDecl* callee, const clang::Expr& call) {
    if (callee == nullptr || restrictions_of(*callee).amp) return nullptr;
    const clang::SourceLocation location = call.getExprLoc();
    clang::FunctionDecl* found =
        find_overload(sema_, *callee, {false, true}, location, &call, &scope_);
    if (found == nullptr) return nullptr;
    if (!check_same_type(sema_, *callee, *found, location)) return nullptr;
    sema_.MarkFunctionReferenced(location, found);
    return found;
  }

  clang::Expr* call_for_amp(clang::CallExpr& call) {
    clang::FunctionDecl* callee = overload_for_amp(call.getDirectCallee(), call);
    if (callee == nullptr) return nullptr;
    const bool converts_alike = have_same_parameters(context_, *call.getDirectCallee(), *callee);
    llvm::SmallVector<clang::Expr*, 8> arguments(call.arguments());
    if (!converts_alike) arguments = written_arguments(call);
    const clang::QualType type = call.getType();
    const auto kind = call.getValueKind();
    const clang::SourceLocation end = call.getRParenLoc();
    const clang::FPOptionsOverride floating{};
    if (llvm::isa<clang::CXXMemberCallExpr>(call)) {
      auto* member = llvm::dyn_cast<clang::MemberExpr>(call.getCallee()->IgnoreParens());
      if (member == nullptr) return nullptr;
      clang::Expr* name = clang::MemberExpr::Create(
          context_, converts_alike ? member->getBase() : written_object(*member->getBase()),
          member->isArrow(), member->getOperatorLoc(), member->getQualifierLoc(),
          clang::SourceLocation(), callee, clang::DeclAccessPair::make(callee, callee->getAccess()),
          member->getMemberNameInfo(), nullptr, member->getType(), member->getValueKind(),
          member->getObjectKind(), clang::NOUR_None);
      if (!converts_alike) {
        return sema_.BuildCallToMemberFunction(nullptr, name, end, arguments, end).get();
      }
      return clang::CXXMemberCallExpr::Create(context_, name, arguments, type, kind, end, floating);
    }
    clang::Expr* name = clang::DeclRefExpr::Create(
        context_, clang::NestedNameSpecifierLoc(), clang::SourceLocation(), callee, false,
        call.getExprLoc(), callee->getType(), clang::VK_LValue);
    name = clang::ImplicitCastExpr::Create(context_, context_.getPointerType(callee->getType()),
                                           clang::CK_FunctionToPointerDecay, name, nullptr,
                                           clang::VK_PRValue, clang::FPOptionsOverride());
    if (!converts_alike) {
      return sema_.BuildResolvedCallExpr(name, callee, end, arguments, end).get();
    }
    if (auto* operation = llvm::dyn_cast<clang::CXXOperatorCallExpr>(&call)) {
      return clang::CXXOperatorCallExpr::Create(context_, operation->getOperator(), name, arguments,
                                                type, kind, operation->getOperatorLoc(), floating);
    }
    return clang::CallExpr::Create(context_, name, arguments, type, kind, end, floating);
  }

  clang::Expr* construction_for_amp(clang::CXXConstructExpr& construction) {
    auto* constructor = llvm::cast_or_null<clang::CXXConstructorDecl>(
        overload_for_amp(construction.getConstructor(), construction));
    if (constructor == nullptr) return nullptr;
    llvm::SmallVector<clang::Expr*, 8> arguments(construction.arguments());
    return clang::CXXConstructExpr::Create(
        context_, construction.getType(), construction.getLocation(), constructor,
        construction.isElidable(), arguments, construction.hadMultipleCandidates(),
        construction.isListInitialization(), construction.isStdInitListInitialization(),
        construction.requiresZeroInitialization(), construction.getConstructionKind(),
        construction.getParenOrBraceRange());
  }

  clang::Expr* choice(clang::Expr& for_amp, clang::Expr& for_cpu) {
    clang::Expr* condition = in_kernel(for_cpu.getExprLoc());
    if (condition == nullptr) return &for_cpu;
    return new (context_) clang::ConditionalOperator(
        condition, for_cpu.getExprLoc(), &for_amp, for_cpu.getExprLoc(), &for_cpu,
        for_cpu.getType(), for_cpu.getValueKind(), for_cpu.getObjectKind());
  }

  /// `milliamp::detail::runs_kernel()`. A program without <amp.h> has no kernels.
  clang::Expr* in_kernel(clang::SourceLocation location) {
    const clang::DeclContext* scope = context_.getTranslationUnitDecl();
    for (const char* name : {"milliamp", "detail"}) {
      const auto found = scope->lookup(&context_.Idents.get(name));
      scope = found.empty() ? nullptr : llvm::dyn_cast<clang::NamespaceDecl>(found.front());
      if (scope == nullptr) return nullptr;
    }
    const auto found = scope->lookup(&context_.Idents.get("runs_kernel"));
    if (found.empty()) return nullptr;
    auto* function = llvm::dyn_cast<clang::FunctionDecl>(found.front());
    if (function == nullptr) return nullptr;
    sema_.MarkFunctionReferenced(location, function);
    clang::Expr* name = clang::DeclRefExpr::Create(context_, clang::NestedNameSpecifierLoc(),
                                                   clang::SourceLocation(), function, false,
                                                   location, function->getType(), clang::VK_LValue);
    name = clang::ImplicitCastExpr::Create(context_, context_.getPointerType(function->getType()),
                                           clang::CK_FunctionToPointerDecay, name, nullptr,
                                           clang::VK_PRValue, clang::FPOptionsOverride());
    return clang::CallExpr::Create(context_, name, {}, context_.BoolTy, clang::VK_PRValue, location,
                                   clang::FPOptionsOverride());
  }

  clang::Sema& sema_;
  clang::ASTContext& context_;
  const clang::DeclContext& scope_;
  restrictions caller_;
  bool hides_;
};

}  // namespace

void dispatch_calls(clang::Sema& sema, clang::FunctionDecl& function) {
  dispatcher rewriter(sema, function, restrictions_of(function));
  if (auto* constructor = llvm::dyn_cast<clang::CXXConstructorDecl>(&function)) {
    rewriter.rewrite_initializers(*constructor);
  }
  rewriter.rewrite_children(*function.getBody());
}

void dispatch_calls(clang::Sema& sema, const clang::FunctionDecl& function,
                    clang::ParmVarDecl& parameter) {
  if (!parameter.hasDefaultArg() || parameter.hasInheritedDefaultArg() ||
      parameter.hasUnparsedDefaultArg() || parameter.hasUninstantiatedDefaultArg()) {
    return;
  }
  clang::Expr& argument = *parameter.getDefaultArg();
  if (argument.isTypeDependent() || argument.isValueDependent()) return;
  clang::Expr* rewritten =
      dispatcher(sema, function, restrictions_of(function), /*hides=*/true).rewrite(argument);
  if (rewritten != &argument) parameter.setDefaultArg(rewritten);
}

void dispatch_calls(clang::Sema& sema, clang::FieldDecl& field) {
  clang::Expr* initializer = field.getInClassInitializer();
  if (initializer == nullptr) return;
  clang::Expr* rewritten =
      dispatcher(sema, *field.getParent(), {true, true}, /*hides=*/checks_initializers_again)
          .rewrite(*initializer);
  if (rewritten == initializer) return;
  replaced_initializers()[&field] = initializer;
  field.setInClassInitializer(rewritten);
}

}  // namespace milliamp::language
