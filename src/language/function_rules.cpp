#include "function_rules.h"

#include "amp_types.h"
#include "barrier_rules.h"
#include "body_rules.h"
#include "call_dispatch.h"
#include "call_rules.h"
#include "capture_rules.h"
#include "constant_uses.h"
#include "deduction.h"
#include "implicit_members.h"
#include "overloads.h"
#include "reporting.h"
#include "restrictions.h"
#include "specifier_fix.h"
#include "template_uses.h"
#include "tile_static.h"

#include <clang/AST/ASTLambda.h>
#include <clang/AST/Attr.h>
#include <llvm/Support/raw_ostream.h>

#include <string>

namespace milliamp::language {

namespace {

class declaration_checker : public math_recorder {
 public:
  declaration_checker(clang::Sema& sema, const library_headers& headers, call_graph& calls)
      : sema_(sema), headers_(headers), calls_(calls) {}

  bool shouldVisitTemplateInstantiations() const { return false; }
  bool TraverseTypeLoc(clang::TypeLoc type) override {
    for_each_function_pointer(type, [this](const auto& target, clang::SourceLocation location) {
      const auto* function = llvm::dyn_cast<clang::FunctionDecl>(&target);
      if (function != nullptr && restrictions_of(*function).cpu) return;
      report(sema_.Diags, location, rule::function_pointers);
    });
    return true;
  }
  bool TraverseDecl(clang::Decl* declaration) override {
    if (declaration != nullptr && !llvm::isa<clang::TranslationUnitDecl>(declaration) &&
        headers_.or_system_contain(declaration->getLocation())) {
      handle_library(*declaration);
      return true;
    }
    if (declaration != nullptr) check_constant_calls(sema_.Diags, *declaration);
    return syntax_visitor::TraverseDecl(declaration);
  }

  bool VisitFunctionDecl(clang::FunctionDecl* function) override {
    if (function->isInvalidDecl()) return true;
    check_agreement(*function);
    check_overlap(*function, *function, function->getLocation());
    check_deduced(*function);
    if (!function->isDependentContext()) {
      deduce(sema_, headers_, *function, function->getLocation());
    }
    if (is_amp_code(*function)) check_declarator(sema_, headers_, *function);
    if (function->isDependentContext()) return true;
    const unsigned errors = sema_.Diags.getClient()->getNumErrors();
    check(*function);
    check_parameters(*function);
    if (sema_.Diags.getClient()->getNumErrors() != errors) note_instance(*function);
    return true;
  }

  bool VisitUsingDecl(clang::UsingDecl* declaration) override {
    for (const clang::UsingShadowDecl* shadow : declaration->shadows()) {
      clang::FunctionDecl* function = shadow->getTargetDecl()->getAsFunction();
      if (function != nullptr) check_overlap(*function, *shadow, declaration->getLocation());
    }
    return math_recorder::VisitUsingDecl(declaration);
  }

  bool VisitLambdaExpr(clang::LambdaExpr* lambda) override {
    clang::CXXMethodDecl* call = lambda->getCallOperator();
    if (call == nullptr) return true;
    define_implicit_members(sema_, *lambda->getLambdaClass());
    if (!call->isDependentContext()) deduce(sema_, headers_, *call, call->getLocation());
    if (is_amp_code(*call)) {
      check_declarator(sema_, headers_, *call);
      check_captures(sema_, headers_, *lambda);
    }
    if (call->isDependentContext()) return true;
    check(*call);
    check_parameters(*call);
    return true;
  }

  bool VisitCXXRecordDecl(clang::CXXRecordDecl* record) override {
    if (!record->isThisDeclarationADefinition()) return true;
    check_destructor(*record);
    define_implicit_members(sema_, *record);
    check_defaulted_members(sema_, *record);
    return true;
  }

  bool VisitVarDecl(clang::VarDecl* variable) override {
    if (variable->isFileVarDecl() && is_tile_static(*variable)) {
      handle_tile_static(sema_, amp_types(sema_, headers_), *variable, /*in_amp_code=*/false);
      return true;
    }
    if (!variable->isFileVarDecl() || variable->getDeclContext()->isDependentContext()) return true;
    check_global(sema_, headers_, calls_, *variable);
    return true;
  }

  bool VisitFieldDecl(clang::FieldDecl* field) override {
    if (!field->hasInClassInitializer() || field->getParent()->isDependentContext()) return true;
    if (clang::Expr* initializer = field->getInClassInitializer()) {
      check_default(sema_, headers_, calls_, *initializer, {});
    }
    return true;
  }

  bool VisitTypedefNameDecl(clang::TypedefNameDecl* alias) override {
    if (restrictions_of(*alias).amp) check_function_type(*alias);
    return true;
  }

 private:
  /// The functions of the library are held to no rule, but those that are amp code call as such.
  void handle_library(clang::Decl& declaration) {
    auto* function = llvm::dyn_cast<clang::FunctionDecl>(&declaration);
    if (function == nullptr || function->isDependentContext()) return;
    if (!function->doesThisDeclarationHaveABody()) return;
    if (has_specifiers(*function)) {
      if (!restrictions_of(*function).cpu) dispatch_calls(sema_, *function);
    } else if (function->isTemplateInstantiation() && !headers_.contain(function->getLocation())) {
      check_library_calls(sema_.Diags, *function);
    }
  }

  /// Names the instance of a template in which the last error is.
  void note_instance(const clang::FunctionDecl& function) {
    if (!function.isTemplateInstantiation() || function.getPointOfInstantiation().isInvalid()) {
      return;
    }
    std::string name;
    llvm::raw_string_ostream stream(name);
    function.getNameForDiagnostic(stream, sema_.Context.getPrintingPolicy(), /*Qualified=*/true);
    note(sema_.Diags, function.getPointOfInstantiation(),
         "in instantiation of '" + stream.str() + "' requested here");
  }

  void check_parameters(clang::FunctionDecl& function) {
    for (clang::ParmVarDecl* parameter : function.parameters()) {
      check_function_alias(*parameter);
      check_default_argument(function, *parameter);
      if (is_amp_code(function)) dispatch_calls(sema_, function, *parameter);
    }
  }

  void check_default_argument(const clang::FunctionDecl& function, clang::ParmVarDecl& parameter) {
    if (!parameter.hasDefaultArg() || parameter.hasUnparsedDefaultArg() ||
        parameter.hasUninstantiatedDefaultArg()) {
      return;
    }
    TraverseStmt(parameter.getDefaultArg());
    // All callers of a function for amp alone are amp code.
    const bool is_for_amp = is_amp_code(function) && !restrictions_of(function).cpu;
    check_default(sema_, headers_, calls_, *parameter.getDefaultArg(), {false, is_for_amp});
  }

  void check(clang::FunctionDecl& function) {
    if (is_amp_code(function)) check_result(sema_, headers_, calls_, function);
    const bool destroys_members =
        llvm::isa<clang::CXXDestructorDecl>(function) && function.isExplicitlyDefaulted();
    const bool has_body = function.doesThisDeclarationHaveABody() && function.getBody() != nullptr;
    if (has_body || destroys_members) check_body(sema_, headers_, calls_, function);
    if (!has_body) return;
    check_constant_expressions(sema_, function);
    if (!is_amp_code(function)) return;
    check_barriers(sema_, headers_, function);
    dispatch_calls(sema_, function);
  }

  /// Spec 13.1.1: a function that is restrict(auto) has one declaration, which defines it.
  void check_deduced(const clang::FunctionDecl& function) {
    const clang::FunctionDecl& first = *function.getFirstDecl();
    const bool is_repeated = &first != &function && !is_reported(first.getLocation()) &&
                             function.getTemplateSpecializationKind() == clang::TSK_Undeclared;
    const auto is_deduced = [](const auto* one) { return has_deduced_restrictions(*one); };
    if ((is_repeated && llvm::any_of(function.redecls(), is_deduced)) ||
        (is_deduced(&function) && !function.isThisDeclarationADefinition())) {
      report(sema_.Diags, function.getLocation(), rule::auto_restrictions) << &function;
    }
  }

  /// Spec 2.2: declarations agree. Clang takes those that differ for overloads, but for destructors
  /// and specializations.
  void check_agreement(const clang::FunctionDecl& function) {
    const clang::FunctionDecl* other = nullptr;
    if (function.getTemplateSpecializationKind() == clang::TSK_ExplicitSpecialization) {
      const clang::FunctionTemplateDecl* primary = function.getPrimaryTemplate();
      if (primary != nullptr) other = primary->getTemplatedDecl();
    } else if (llvm::isa<clang::CXXDestructorDecl>(function)) {
      other = function.getPreviousDecl();
    }
    if (other == nullptr) return;
    const restrictions here = named_by(function);
    const restrictions there = named_by(*other);
    if (here == there) return;
    report(sema_.Diags, function.getLocation(), rule::declarations)
        << &function << here.name() << there.name();
  }

  /// Spec 2.3.2: overloads do not overlap. Clang sees those that are declared in one scope, but not
  /// those that a using-declaration brings. A member of a class hides what it brings of a base.
  /// @param declaration the function or the shadow of a using-declaration
  void check_overlap(const clang::FunctionDecl& function, const clang::NamedDecl& declaration,
                     clang::SourceLocation location) {
    const clang::DeclContext* scope = declaration.getDeclContext();
    if (!scope->isFileContext() && !scope->isRecord()) return;
    if (is_c_math(sema_.SourceMgr, function)) return;
    const restrictions here = declared_restrictions(function);
    for (const clang::NamedDecl* found :
         scope->getRedeclContext()->lookup(declaration.getDeclName())) {
      const auto* other = llvm::dyn_cast<clang::FunctionDecl>(found->getUnderlyingDecl());
      const bool are_imported[] = {other != found, &declaration != &function};
      const bool is_imported = scope->isRecord() ? are_imported[0] && are_imported[1]
                                                 : are_imported[0] || are_imported[1];
      if (other == nullptr || !is_imported || is_c_math(sema_.SourceMgr, *other) ||
          !sema_.SourceMgr.isBeforeInTranslationUnit(found->getLocation(), location) ||
          !have_same_parameters(sema_.Context, function, *other)) {
        continue;
      }
      const restrictions there = declared_restrictions(*other);
      if (here == there || !((here.cpu && there.cpu) || (here.amp && there.amp))) continue;
      report(sema_.Diags, location, rule::overlaps) << &function << here.name() << there.name();
    }
  }

  static restrictions named_by(const clang::FunctionDecl& declaration) {
    const restrictions named = own_specifiers(declaration);
    return named.cpu || named.amp ? named : restrictions{true, false};
  }

  /// The types in the type of an amp function that an alias declares.
  void check_function_type(const clang::TypedefNameDecl& alias) {
    const auto* function = alias.getUnderlyingType()->getAs<clang::FunctionProtoType>();
    if (function == nullptr) return;
    const amp_types types(sema_, headers_);
    llvm::SmallVector<clang::QualType, 8> all(function->param_types());
    all.push_back(function->getReturnType());
    if (function->isVariadic()) {
      report(sema_.Diags, alias.getLocation(), rule::ellipsis) << &alias;
    }
    for (const clang::QualType type : all) {
      report_type(sema_.Diags, alias.getLocation(), type, types.fault_of_local(type));
    }
  }

  /// A parameter whose type an alias declares as that of an amp function is a pointer to one (spec
  /// 2.4.3.7).
  void check_function_alias(const clang::ParmVarDecl& parameter) {
    const clang::TypeSourceInfo* source = parameter.getTypeSourceInfo();
    if (source != nullptr && amp_alias_of(source->getTypeLoc()).declaration != nullptr) {
      report(sema_.Diags, parameter.getLocation(), rule::function_pointers);
    }
  }

  /// The destructor of a class, or the declared one of a template: since Clang 15, the latter
  /// selects none before it is instantiated.
  const clang::CXXDestructorDecl* destructor_of(clang::CXXRecordDecl& record) {
    if (!record.isDependentContext()) return sema_.LookupDestructor(&record);
    for (const clang::CXXMethodDecl* method : record.methods()) {
      if (const auto* found = llvm::dyn_cast<clang::CXXDestructorDecl>(method)) return found;
    }
    return nullptr;
  }

  /// Spec 2.2.2: a destructor cannot be overloaded, so it covers all constructors.
  void check_destructor(clang::CXXRecordDecl& record) {
    if (record.isInvalidDecl()) return;
    const clang::CXXDestructorDecl* destructor = destructor_of(record);
    if (destructor == nullptr || destructor->isDeleted() || destructor->isInvalidDecl()) return;
    restrictions needed;
    for (clang::Decl* member : record.decls()) {
      const auto* constructor =
          llvm::dyn_cast_or_null<clang::CXXConstructorDecl>(member->getAsFunction());
      if (constructor == nullptr || constructor->isImplicit() || constructor->isDeleted()) continue;
      if (constructor->isDefaulted() && !has_specifiers(*constructor)) continue;
      const restrictions has = declared_restrictions(*constructor);
      needed.cpu |= has.cpu;
      needed.amp |= has.amp;
    }
    const restrictions has = declared_restrictions(*destructor);
    if (has.covers(needed)) return;
    needed.cpu |= has.cpu;
    // What is defaulted has the restrictions of the members and bases.
    report(sema_.Diags, destructor->getLocation(), rule::destructor_cover)
        << &record << needed.name()
        << (destructor->isUserProvided() ? set_specifier(sema_.SourceMgr, sema_.getLangOpts(),
                                                         destructor->getLocation(), needed.name())
                                         : clang::FixItHint());
  }

  clang::Sema& sema_;
  const library_headers& headers_;
  call_graph& calls_;
};

}  // namespace

void check_declarator(clang::Sema& sema, const library_headers& headers,
                      const clang::FunctionDecl& function) {
  const amp_types types(sema, headers);
  const auto check_type = [&](clang::QualType type, clang::SourceLocation location) {
    report_type(sema.Diags, location, type, types.fault_of_local(type));
  };
  const clang::SourceLocation location = function.getLocation();
  if (function.isVariadic()) report(sema.Diags, location, rule::ellipsis) << &function;
  const auto* method = llvm::dyn_cast<clang::CXXMethodDecl>(&function);
  if (method != nullptr && method->isVirtual()) {
    report(sema.Diags, location, rule::virtual_functions) << &function;
  }
  if (method != nullptr && method->isVolatile()) {
    report_type(sema.Diags, location, method->getThisType()->getPointeeType(), fault_of_volatile());
  }
  const clang::ExceptionSpecificationType exceptions = function.getExceptionSpecType();
  if (exceptions == clang::EST_Dynamic || exceptions == clang::EST_DynamicNone) {
    report(sema.Diags, location, rule::exception_specification) << &function;
  }
  if (restrictions_of(function).cpu && function.isExternC()) {
    report(sema.Diags, location, rule::c_linkage) << &function;
  }
  for (const clang::ParmVarDecl* parameter : function.parameters()) {
    check_type(parameter->getType(), parameter->getLocation());
  }
  check_type(function.getReturnType(), location);
  // In an instance of a template, Clang resolves the type of a lambda for the function around it.
  const bool may_be_other = restrictions_of(function).cpu || clang::isLambdaCallOperator(&function);
  const clang::FunctionTypeLoc type = function.getFunctionTypeLoc();
  if (type && may_be_other) check_same_types(sema, type.getReturnLoc());
}

void check_declaration(clang::Sema& sema, const library_headers& headers, call_graph& calls,
                       clang::Decl& declaration) {
  declaration_checker(sema, headers, calls).TraverseDecl(&declaration);
}

void check_instantiated(clang::Sema& sema, const library_headers& headers, call_graph& calls,
                        clang::Expr& initializer) {
  declaration_checker(sema, headers, calls).TraverseStmt(&initializer);
}

}  // namespace milliamp::language
