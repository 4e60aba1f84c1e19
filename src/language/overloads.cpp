#include "overloads.h"

#include "clang_versions.h"
#include "overload_sets.h"
#include "reporting.h"

#include <clang/AST/DeclTemplate.h>
#include <clang/AST/ExprCXX.h>
#include <clang/Basic/DiagnosticSema.h>
#include <clang/Sema/Overload.h>
#include <clang/Sema/TemplateDeduction.h>

namespace milliamp::language {

namespace {

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

/// Template arguments as a call would write them. Only the last one can be a pack.
clang::TemplateArgumentListInfo as_written(clang::Sema& sema,
                                           llvm::ArrayRef<clang::TemplateArgument> arguments,
                                           clang::SourceLocation location) {
  clang::TemplateArgumentListInfo written(location, location);
  for (const clang::TemplateArgument& argument : arguments) {
    const bool is_pack = argument.getKind() == clang::TemplateArgument::Pack;
    const llvm::ArrayRef<clang::TemplateArgument> alone(argument);
    for (const clang::TemplateArgument& element : is_pack ? argument.pack_elements() : alone) {
      written.addArgument(sema.getTrivialTemplateArgumentLoc(
          element, element.getNonTypeTemplateArgumentType(), location));
    }
  }
  return written;
}

/// The specialization of a template that has the arguments of another one's; null if there is none.
/// Deduction checks the types of non-type parameters, too, by which templates are constrained.
clang::FunctionDecl* specialize(clang::Sema& sema, clang::FunctionTemplateDecl& candidate,
                                const clang::FunctionDecl& like, clang::SourceLocation location) {
  const clang::TemplateArgumentList* arguments = like.getTemplateSpecializationArgs();
  const clang::FunctionTemplateDecl* of_like = like.getPrimaryTemplate();
  if (arguments == nullptr || of_like == nullptr || of_like == &candidate ||
      !have_same_kinds(*of_like, candidate)) {
    return nullptr;
  }
  const llvm::ArrayRef<clang::TemplateArgument> all = arguments->asArray();
  const bool has_inner_pack = llvm::any_of(all.drop_back(), [](const auto& argument) {
    return argument.getKind() == clang::TemplateArgument::Pack;
  });
  if (has_inner_pack) {
    return sema.InstantiateFunctionDeclaration(&candidate, arguments, location);
  }
  clang::TemplateArgumentListInfo written = as_written(sema, all, location);
  clang::sema::TemplateDeductionInfo deduction(location);
  clang::FunctionDecl* specialization = nullptr;
  const auto result = sema.DeduceTemplateArguments(&candidate, &written, specialization, deduction);
  return is_success(result) ? specialization : nullptr;
}

/// Whether a callee's name has template arguments.
bool names_arguments(const clang::Expr& callee) {
  const clang::Expr* inner = callee.IgnoreParenImpCasts();
  const auto* name = llvm::dyn_cast<clang::DeclRefExpr>(inner);
  const auto* member = llvm::dyn_cast<clang::MemberExpr>(inner);
  return name != nullptr ? name->hasExplicitTemplateArgs()
                         : member != nullptr && member->hasExplicitTemplateArgs();
}

/// Resolves a call or construction among the overloads that are amp code.
class amp_resolution {
 public:
  amp_resolution(clang::Sema& sema, const clang::Expr& call)
      : sema_(sema),
        arguments_(written_arguments(call)),
        candidates_(call.getExprLoc(), clang::OverloadCandidateSet::CSK_Normal) {
    if (const auto* member_call = llvm::dyn_cast<clang::CXXMemberCallExpr>(&call)) {
      object_ = written_object(*member_call->getImplicitObjectArgument());
    }
    is_operation_ = llvm::isa<clang::CXXOperatorCallExpr>(call);
    // An implicit conversion has no parentheses or braces of its own.
    const auto* construction = llvm::dyn_cast<clang::CXXConstructExpr>(&call);
    is_conversion_ = construction != nullptr && !arguments_.empty() &&
                     construction->getParenOrBraceRange().isInvalid();
  }

  void add(clang::NamedDecl& found) {
    clang::NamedDecl* declared = found.getUnderlyingDecl();
    clang::FunctionDecl* function = declared->getAsFunction();
    if (function == nullptr || !has_specifiers(*function)) return;
    if (!restrictions_of(*function).amp) return;
    const bool is_inherited = llvm::isa<clang::ConstructorUsingShadowDecl>(found);
    const auto pair =
        clang::DeclAccessPair::make(is_inherited ? &found : declared, declared->getAccess());
    const auto* method = llvm::dyn_cast<clang::CXXMethodDecl>(function);
    if (object_ != nullptr) {
      add_method(pair, *object_, arguments_);
    } else if (is_operation_ && method != nullptr) {
      add_method(pair, *arguments_.front(), llvm::ArrayRef<clang::Expr*>(arguments_).drop_front());
    } else if (auto* of_template = llvm::dyn_cast<clang::FunctionTemplateDecl>(declared)) {
      sema_.AddTemplateOverloadCandidate(of_template, pair, nullptr, arguments_, candidates_,
                                         is_conversion_, false, !is_conversion_);
    } else {
      sema_.AddOverloadCandidate(function, pair, arguments_, candidates_, is_conversion_, false,
                                 !is_conversion_);
    }
  }

  /// Null if there is none or if it is ambiguous.
  clang::FunctionDecl* best(clang::SourceLocation location) {
    clang::OverloadCandidateSet::iterator best;
    if (candidates_.BestViableFunction(sema_, location, best) != clang::OR_Success) return nullptr;
    auto* shadow = llvm::dyn_cast<clang::ConstructorUsingShadowDecl>(best->FoundDecl.getDecl());
    if (shadow == nullptr) return best->Function;
    return sema_.findInheritingConstructor(
        location, llvm::cast<clang::CXXConstructorDecl>(best->Function), shadow);
  }

 private:
  void add_method(clang::DeclAccessPair pair, clang::Expr& object,
                  llvm::ArrayRef<clang::Expr*> arguments) {
    const bool is_arrow = object.getType()->isPointerType();
    sema_.AddMethodCandidate(
        pair, is_arrow ? object.getType()->getPointeeType() : object.getType(),
        is_arrow ? clang::Expr::Classification::makeSimpleLValue() : object.Classify(sema_.Context),
        arguments, candidates_);
  }

  clang::Sema& sema_;
  clang::Expr* object_ = nullptr;
  llvm::SmallVector<clang::Expr*, 8> arguments_;
  bool is_operation_;
  bool is_conversion_;
  clang::OverloadCandidateSet candidates_;
};

/// What a call or construction resolves to among the overloads that are amp code. Null if that is
/// nothing or ambiguous, and for calls with template arguments, which have the same for all
/// restrictions.
clang::FunctionDecl* resolve_for_amp(clang::Sema& sema, const clang::FunctionDecl& callee,
                                     const clang::Expr& call, const clang::DeclContext& caller) {
  const auto* plain_call = llvm::dyn_cast<clang::CallExpr>(&call);
  if (plain_call != nullptr && names_arguments(*plain_call->getCallee())) return nullptr;
  const amp_scope scope(sema, caller);
  amp_resolution resolution(sema, call);
  llvm::SmallPtrSet<clang::NamedDecl*, 8> added;
  for (clang::NamedDecl* found : overloads_of(sema, callee, &call, caller)) {
    if (added.insert(found).second) resolution.add(*found);
  }
  return resolution.best(call.getExprLoc());
}

/// The class or namespace that code is in. Its private members are accessible to that code.
const clang::DeclContext& class_around(const clang::DeclContext& code) {
  return code.isFunctionOrMethod() ? class_around(*code.getParent()) : code;
}

/// The class of the object that a member function is called for.
clang::QualType object_type(const clang::ASTContext& context, const clang::CXXMethodDecl& method,
                            const clang::DeclContext& caller, const clang::Expr& call) {
  if (const auto* of_member = llvm::dyn_cast<clang::CXXMemberCallExpr>(&call)) {
    const clang::QualType type = written_object(*of_member->getImplicitObjectArgument())->getType();
    return type->isPointerType() ? type->getPointeeType() : type;
  }
  // A constructor may be that of a base class.
  const auto* around = llvm::dyn_cast<clang::CXXRecordDecl>(&class_around(caller));
  const bool is_base =
      around != nullptr && around->hasDefinition() && around->isDerivedFrom(method.getParent());
  return context.getRecordType(is_base ? around : method.getParent());
}

/// Whether a call finds its member by a using-declaration, whose access counts.
bool is_named_by_using(const clang::Expr& call) {
  const auto* plain_call = llvm::dyn_cast<clang::CallExpr>(&call);
  if (plain_call == nullptr) return false;
  const auto* member = llvm::dyn_cast<clang::MemberExpr>(plain_call->getCallee()->IgnoreParens());
  return member != nullptr && llvm::isa<clang::UsingShadowDecl>(member->getFoundDecl().getDecl());
}

/// An argument without its conversions, also that of a list to a std::initializer_list.
const clang::Expr* without_conversions(const clang::Expr& argument) {
  const clang::Expr* written = argument.IgnoreUnlessSpelledInSource();
  const auto* list = llvm::dyn_cast<clang::CXXStdInitializerListExpr>(written);
  if (list == nullptr) return written;
  written = list->getSubExpr()->IgnoreImplicit();
  const auto* elements = llvm::dyn_cast<clang::InitListExpr>(written);
  const bool is_syntax = elements == nullptr || elements->getSyntacticForm() == nullptr;
  return is_syntax ? written : elements->getSyntacticForm();
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

const clang::FunctionDecl& callee_of(const clang::Expr& call) {
  const auto* construction = llvm::dyn_cast<clang::CXXConstructExpr>(&call);
  return construction != nullptr ? *construction->getConstructor()
                                 : *llvm::cast<clang::CallExpr>(call).getDirectCallee();
}

llvm::ArrayRef<const clang::Expr*> arguments_of(const clang::Expr& call) {
  const auto* construction = llvm::dyn_cast<clang::CXXConstructExpr>(&call);
  if (construction != nullptr) return {construction->getArgs(), construction->getNumArgs()};
  const auto& plain_call = llvm::cast<clang::CallExpr>(call);
  return {plain_call.getArgs(), plain_call.getNumArgs()};
}

bool takes_same_arguments(const clang::ASTContext& context, const clang::Expr& call,
                          const clang::FunctionDecl& other) {
  const clang::FunctionDecl& callee = callee_of(call);
  // The object of a member function is one of its class.
  const bool has_same_object =
      !llvm::isa<clang::CXXMethodDecl>(other) || callee.getParent()->Equals(other.getParent());
  return has_same_object && have_same_parameters(context, callee, other) &&
         llvm::none_of(arguments_of(call), [](const clang::Expr* argument) {
           return llvm::isa<clang::CXXDefaultArgExpr>(argument);
         });
}

llvm::SmallVector<clang::Expr*, 8> written_arguments(const clang::Expr& call) {
  llvm::SmallVector<clang::Expr*, 8> written;
  for (const clang::Expr* argument : arguments_of(call)) {
    if (llvm::isa<clang::CXXDefaultArgExpr>(argument)) break;
    written.push_back(const_cast<clang::Expr*>(without_conversions(*argument)));
  }
  return written;
}

amp_scope::amp_scope(clang::Sema& sema, const clang::DeclContext& caller)
    : sema_(sema),
      context_(sema, make_caller(sema.Context, class_around(caller), {false, true})),
      outer_cleanups_(sema.Cleanup, clang::CleanupInfo()) {}

void check_access(clang::Sema& sema, clang::FunctionDecl& overload,
                  const clang::DeclContext& caller, const clang::Expr& call) {
  auto* method = llvm::dyn_cast<clang::CXXMethodDecl>(&overload);
  if (method == nullptr || is_named_by_using(call)) return;
  const clang::Sema::ContextRAII context(sema, const_cast<clang::DeclContext*>(&caller));
  if (sema.IsSimplyAccessible(method, method->getParent(),
                              object_type(sema.Context, *method, caller, call))) {
    return;
  }
  const clang::QualType type = sema.Context.getRecordType(method->getParent());
  const bool is_protected = method->getAccess() == clang::AS_protected;
  sema.Diag(call.getExprLoc(), clang::diag::err_access)
      << is_protected << method->getDeclName() << type << type;
  note(sema.Diags, method->getLocation(),
       is_protected ? "declared protected here" : "declared private here");
}

bool check_same_type(clang::Sema& sema, const clang::FunctionDecl& for_cpu,
                     clang::FunctionDecl& for_amp, clang::SourceLocation location) {
  // Clang has deduced the type of the one that it has found.
  if (for_amp.getReturnType()->isUndeducedType()) sema.DeduceReturnType(&for_amp, location);
  return check_same_type(sema, for_cpu.getReturnType(), for_amp.getReturnType(), location);
}

bool check_same_type(clang::Sema& sema, clang::QualType for_cpu, clang::QualType for_amp,
                     clang::SourceLocation location) {
  if (sema.Context.hasSameType(for_amp, for_cpu)) return true;
  report(sema.Diags, location, rule::expression_types) << for_amp << for_cpu;
  return false;
}

clang::FunctionDecl* find_overload(clang::Sema& sema, clang::FunctionDecl& function,
                                   restrictions wanted, clang::SourceLocation location,
                                   const clang::Expr* call, const clang::DeclContext* caller) {
  if (caller == nullptr) caller = sema.Context.getTranslationUnitDecl();
  if (call != nullptr && !wanted.cpu) {
    if (auto* resolved = resolve_for_amp(sema, function, *call, *caller)) return resolved;
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
    if (candidate != nullptr && !candidate->isDeleted() &&
        candidate->getCanonicalDecl() != function.getCanonicalDecl() &&
        restrictions_of(*candidate).covers(wanted) &&
        have_same_parameters(sema.Context, function, *candidate)) {
      return candidate;
    }
  }
  return nullptr;
}

clang::FunctionDecl* find_for_amp(clang::Sema& sema, clang::FunctionDecl& function,
                                  const clang::Expr& call, const clang::DeclContext& caller) {
  if (!restrictions_of(function).amp) {
    return find_overload(sema, function, {false, true}, call.getExprLoc(), &call, &caller);
  }
  // Where the CPU calls a function for both, amp code may resolve to one for amp alone.
  clang::FunctionDecl* resolved = resolve_for_amp(sema, function, call, caller);
  return resolved != nullptr && !restrictions_of(*resolved).cpu ? resolved : nullptr;
}

clang::Expr* make_builtin(clang::Sema& sema, const clang::CXXOperatorCallExpr& operation,
                          llvm::ArrayRef<clang::Expr*> operands, const clang::DeclContext& caller) {
  const clang::OverloadedOperatorKind kind = operation.getOperator();
  const bool has_class = llvm::any_of(
      operands, [](const clang::Expr* operand) { return operand->getType()->isRecordType(); });
  if (has_class || kind == clang::OO_PlusPlus || kind == clang::OO_MinusMinus) return nullptr;
  const amp_scope in_amp_code(sema, caller);
  const clang::Sema::SFINAETrap errors(sema);
  const clang::SourceLocation location = operation.getOperatorLoc();
  const clang::ExprResult made =
      operands.size() == 2
          ? sema.CreateBuiltinBinOp(location, clang::BinaryOperator::getOverloadedOpcode(kind),
                                    operands[0], operands[1])
          : sema.CreateBuiltinUnaryOp(
                location, clang::UnaryOperator::getOverloadedOpcode(kind, false), operands[0]);
  return errors.hasErrorOccurred() || made.isInvalid() ? nullptr : made.get();
}

}  // namespace milliamp::language
