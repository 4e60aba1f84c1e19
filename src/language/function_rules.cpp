#include "function_rules.h"

#include "amp_types.h"
#include "body_rules.h"
#include "call_dispatch.h"
#include "implicit_members.h"
#include "reporting.h"
#include "restrictions.h"

#include <clang/AST/Attr.h>
#include <clang/AST/RecursiveASTVisitor.h>

namespace milliamp::language {

namespace {

class declaration_checker : public clang::RecursiveASTVisitor<declaration_checker> {
 public:
  declaration_checker(clang::Sema& sema, const library_headers& headers, call_graph& calls)
      : sema_(sema), headers_(headers), calls_(calls), types_(sema.Context, headers) {}

  bool shouldVisitTemplateInstantiations() const { return false; }
  bool TraverseTypeLoc(clang::TypeLoc) { return true; }
  bool TraverseDecl(clang::Decl* declaration) {
    if (declaration != nullptr && !llvm::isa<clang::TranslationUnitDecl>(declaration) &&
        headers_.or_system_contain(declaration->getLocation())) {
      return true;
    }
    return RecursiveASTVisitor::TraverseDecl(declaration);
  }

  bool VisitFunctionDecl(clang::FunctionDecl* function) {
    if (function->isInvalidDecl() || function->isDependentContext()) return true;
    if (is_amp_code(*function)) check_declarator(*function);
    check(*function);
    return true;
  }

  bool VisitLambdaExpr(clang::LambdaExpr* lambda) {
    const clang::CXXMethodDecl* call = lambda->getCallOperator();
    if (call == nullptr) return true;
    if (is_amp_code(*call)) check_captures(sema_, headers_, *lambda);
    if (!call->isDependentContext()) check(*lambda->getCallOperator());
    return true;
  }

  bool VisitCXXRecordDecl(clang::CXXRecordDecl* record) {
    if (record->isThisDeclarationADefinition() && !record->isDependentContext()) {
      check_destructor(*record);
      define_implicit_constructor(sema_, *record);
    }
    return true;
  }

 private:
  void check(clang::FunctionDecl& function) {
    if (!function.doesThisDeclarationHaveABody() || function.getBody() == nullptr) return;
    check_body(sema_, headers_, calls_, function);
    if (is_amp_code(function)) dispatch_calls(sema_, function);
  }

  /// Spec 2.4.2
  void check_declarator(const clang::FunctionDecl& function) {
    const clang::SourceLocation place = function.getLocation();
    if (function.isVariadic()) report(sema_.Diags, place, rule::ellipsis) << &function;
    const auto* method = llvm::dyn_cast<clang::CXXMethodDecl>(&function);
    if (method != nullptr && method->isVirtual()) {
      report(sema_.Diags, place, rule::virtual_functions) << &function;
    }
    const clang::ExceptionSpecificationType exceptions = function.getExceptionSpecType();
    if (exceptions == clang::EST_Dynamic || exceptions == clang::EST_DynamicNone) {
      report(sema_.Diags, place, rule::exception_specification) << &function;
    }
    if (restrictions_of(function).cpu && function.isExternC()) {
      report(sema_.Diags, place, rule::c_linkage) << &function;
    }
    for (const clang::ParmVarDecl* parameter : function.parameters()) {
      check_type(parameter->getType(), parameter->getLocation());
    }
    check_type(function.getReturnType(), place);
  }

  void check_type(clang::QualType type, clang::SourceLocation place) {
    const std::string fault = types_.fault_of_local(type);
    if (!fault.empty()) report(sema_.Diags, place, rule::types) << type << fault;
  }

  /// Spec 2.2.2: a destructor cannot be overloaded, so it covers all constructors.
  void check_destructor(const clang::CXXRecordDecl& record) {
    const clang::CXXDestructorDecl* destructor = record.getDestructor();
    if (destructor == nullptr || !destructor->isUserProvided() || destructor->isInvalidDecl()) {
      return;
    }
    restrictions needed;
    for (const clang::CXXConstructorDecl* constructor : record.ctors()) {
      if (!has_specifiers(*constructor)) continue;
      const restrictions has = restrictions_of(*constructor);
      needed.cpu |= has.cpu;
      needed.amp |= has.amp;
    }
    const restrictions has = restrictions_of(*destructor);
    if (has.covers(needed)) return;
    needed.cpu |= has.cpu;
    report(sema_.Diags, destructor->getLocation(), rule::destructor_cover)
        << &record << needed.name();
  }

  clang::Sema& sema_;
  const library_headers& headers_;
  call_graph& calls_;
  amp_types types_;
};

}  // namespace

void check_declaration(clang::Sema& sema, const library_headers& headers, call_graph& calls,
                       clang::Decl& declaration) {
  declaration_checker(sema, headers, calls).TraverseDecl(&declaration);
}

}  // namespace milliamp::language
