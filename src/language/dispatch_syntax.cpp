#include "dispatch_syntax.h"

namespace milliamp::language {

namespace {

/// `milliamp::detail::runs_kernel()`, which comes with the prelude; null without it.
clang::FunctionDecl* find_runs_kernel(clang::ASTContext& context) {
  const clang::DeclContext* scope = context.getTranslationUnitDecl();
  for (const char* name : {"milliamp", "detail"}) {
    const auto found = scope->lookup(&context.Idents.get(name));
    scope = found.empty() ? nullptr : llvm::dyn_cast<clang::NamespaceDecl>(found.front());
    if (scope == nullptr) return nullptr;
  }
  const auto found = scope->lookup(&context.Idents.get("runs_kernel"));
  return found.empty() ? nullptr : llvm::dyn_cast<clang::FunctionDecl>(found.front());
}

}  // namespace

void choice_evaluation::set(clang::ASTContext& context, bool on) {
  // Set tens of thousands of times in a source: to look up again took 1.3 % of the whole.
  if (runs_kernel_ == nullptr) runs_kernel_ = find_runs_kernel(context);
  if (runs_kernel_ == nullptr) return;
  runs_kernel_->setConstexprKind(on ? clang::ConstexprSpecKind::Constexpr
                                    : clang::ConstexprSpecKind::Unspecified);
}

bool is_choice(const clang::CallExpr& call) {
  const clang::FunctionDecl* callee = call.getDirectCallee();
  return callee != nullptr ? callee == find_runs_kernel(callee->getASTContext())
                           : is_choice_of_callees(*call.getCallee()->IgnoreParenImpCasts());
}

bool is_choice_of_callees(const clang::Expr& callee) {
  const auto* member = llvm::dyn_cast<clang::BinaryOperator>(&callee);
  return llvm::isa<clang::OpaqueValueExpr>(member != nullptr ? member->getRHS() : &callee);
}

clang::Expr* dispatch_syntax::choice(clang::Expr& for_amp, clang::Expr& for_cpu) {
  const clang::SourceLocation location = for_cpu.getExprLoc();
  clang::Expr* condition = in_kernel(location);
  if (condition == nullptr) return &for_cpu;
  return new (context_) clang::ConditionalOperator(condition, location, &for_amp, location,
                                                   &for_cpu, for_cpu.getType(),
                                                   for_cpu.getValueKind(), for_cpu.getObjectKind());
}

clang::Expr* dispatch_syntax::call_of_choice(clang::CallExpr& call, clang::FunctionDecl& for_amp) {
  const clang::SourceLocation location = call.getExprLoc();
  llvm::SmallVector<clang::Expr*, 8> arguments(call.arguments());
  auto* method = llvm::dyn_cast<clang::CXXMethodDecl>(call.getDirectCallee());
  if (method == nullptr) {
    clang::Expr* name = hidden(*choice(*name_of(for_amp, location), *call.getCallee()));
    return clang::CallExpr::Create(context_, name, arguments, call.getType(), call.getValueKind(),
                                   call.getRParenLoc(), {});
  }
  auto* member = llvm::dyn_cast<clang::MemberExpr>(call.getCallee()->IgnoreParens());
  const bool is_operation = llvm::isa<clang::CXXOperatorCallExpr>(call);
  if (method->isStatic() || method->isVirtual() || (member == nullptr && !is_operation)) {
    return nullptr;
  }
  clang::Expr* object = member != nullptr ? member->getBase() : arguments.front();
  if (member == nullptr) arguments.erase(arguments.begin());
  auto& method_for_amp = llvm::cast<clang::CXXMethodDecl>(for_amp);
  clang::Expr* pointer =
      hidden(*choice(*pointer_to(method_for_amp, location), *pointer_to(*method, location)));
  clang::Expr* name = clang::BinaryOperator::Create(
      context_, object, pointer,
      member != nullptr && member->isArrow() ? clang::BO_PtrMemI : clang::BO_PtrMemD,
      context_.BoundMemberTy, clang::VK_PRValue, clang::OK_Ordinary, location, {});
  return clang::CXXMemberCallExpr::Create(context_, name, arguments, call.getType(),
                                          call.getValueKind(), call.getRParenLoc(), {});
}

clang::Expr* dispatch_syntax::with_operator(clang::CXXNewExpr& old, clang::FunctionDecl& other,
                                            clang::Expr* initializer) {
  const llvm::SmallVector<clang::Expr*, 4> arguments(old.placement_arguments());
  return clang::CXXNewExpr::Create(
      context_, old.isGlobalNew(), &other, /*OperatorDelete=*/nullptr, old.passAlignment(),
      old.doesUsualArrayDeleteWantSize(), arguments, old.getTypeIdParens(), old.getArraySize(),
      old.getInitializationStyle(), initializer, old.getType(), old.getAllocatedTypeSourceInfo(),
      old.getSourceRange(), old.getDirectInitRange());
}

clang::Expr* dispatch_syntax::with_operator(clang::CXXDeleteExpr& old, clang::FunctionDecl& other) {
  return new (context_) clang::CXXDeleteExpr(
      old.getType(), old.isGlobalDelete(), old.isArrayForm(), old.isArrayFormAsWritten(),
      old.doesUsualArrayDeleteWantSize(), &other, old.getArgument(), old.getBeginLoc());
}

clang::Expr* dispatch_syntax::hidden(clang::Expr& expression) {
  auto* value = new (context_)
      clang::OpaqueValueExpr(expression.getExprLoc(), expression.getType(),
                             expression.getValueKind(), expression.getObjectKind(), &expression);
  value->setIsUnique(true);
  return value;
}

clang::Expr* dispatch_syntax::name_of(clang::FunctionDecl& function,
                                      clang::SourceLocation location) {
  clang::Expr* name =
      clang::DeclRefExpr::Create(context_, clang::NestedNameSpecifierLoc(), clang::SourceLocation(),
                                 &function, false, location, function.getType(), clang::VK_LValue);
  return clang::ImplicitCastExpr::Create(context_, context_.getPointerType(function.getType()),
                                         clang::CK_FunctionToPointerDecay, name, nullptr,
                                         clang::VK_PRValue, clang::FPOptionsOverride());
}

/// `&C::method`
clang::Expr* dispatch_syntax::pointer_to(clang::CXXMethodDecl& method,
                                         clang::SourceLocation location) {
  clang::Expr* name =
      clang::DeclRefExpr::Create(context_, clang::NestedNameSpecifierLoc(), clang::SourceLocation(),
                                 &method, false, location, method.getType(), clang::VK_PRValue);
  const clang::QualType record = context_.getRecordType(method.getParent());
  return clang::UnaryOperator::Create(
      context_, name, clang::UO_AddrOf,
      context_.getMemberPointerType(method.getType(), record.getTypePtr()), clang::VK_PRValue,
      clang::OK_Ordinary, location, /*CanOverflow=*/false, {});
}

clang::Expr* dispatch_syntax::in_kernel(clang::SourceLocation location) {
  clang::FunctionDecl* function = find_runs_kernel(context_);
  if (function == nullptr) return nullptr;
  sema_.MarkFunctionReferenced(location, function);
  return clang::CallExpr::Create(context_, name_of(*function, location), {}, context_.BoolTy,
                                 clang::VK_PRValue, location, clang::FPOptionsOverride());
}

clang::CXXCtorInitializer* dispatch_syntax::with_value(const clang::CXXCtorInitializer& old,
                                                       clang::Expr& value) {
  clang::CXXCtorInitializer* made = nullptr;
  if (clang::FieldDecl* field = old.getMember()) {
    made = new (context_) clang::CXXCtorInitializer(context_, field, old.getMemberLocation(),
                                                    old.getLParenLoc(), &value, old.getRParenLoc());
  } else if (clang::IndirectFieldDecl* indirect = old.getIndirectMember()) {
    made = new (context_) clang::CXXCtorInitializer(context_, indirect, old.getMemberLocation(),
                                                    old.getLParenLoc(), &value, old.getRParenLoc());
  } else if (old.isBaseInitializer()) {
    made = new (context_) clang::CXXCtorInitializer(context_, old.getTypeSourceInfo(),
                                                    old.isBaseVirtual(), old.getLParenLoc(), &value,
                                                    old.getRParenLoc(), old.getEllipsisLoc());
  } else {
    made = new (context_) clang::CXXCtorInitializer(context_, old.getTypeSourceInfo(),
                                                    old.getLParenLoc(), &value, old.getRParenLoc());
  }
  if (old.isWritten()) made->setSourceOrder(old.getSourceOrder());
  return made;
}

}  // namespace milliamp::language
