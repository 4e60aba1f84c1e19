#include "error_reasons.h"

#include "overloads.h"
#include "reporting.h"

#include <clang/AST/DeclCXX.h>
#include <clang/Basic/DiagnosticParse.h>
#include <clang/Basic/DiagnosticSema.h>
#include <clang/Lex/Lexer.h>
#include <clang/Sema/Sema.h>
#include <llvm/ADT/SmallString.h>

namespace milliamp::language {

namespace {

struct named_restrictions {
  clang::SourceLocation location;
  restrictions named;
};
named_restrictions last_specifiers;

/// The types among the arguments of a diagnostic.
llvm::SmallVector<clang::QualType, 2> types_in(const clang::Diagnostic& diagnostic) {
  llvm::SmallVector<clang::QualType, 2> types;
  for (unsigned i = 0; i < diagnostic.getNumArgs(); ++i) {
    if (diagnostic.getArgKind(i) != clang::DiagnosticsEngine::ak_qualtype) continue;
    types.push_back(
        clang::QualType::getFromOpaquePtr(reinterpret_cast<const void*>(diagnostic.getRawArg(i))));
  }
  return types;
}

clang::CXXRecordDecl* class_of(clang::QualType type) {
  clang::CXXRecordDecl* record =
      type.isNull() ? nullptr : type.getNonReferenceType()->getAsCXXRecordDecl();
  return record != nullptr && record->hasDefinition() ? record->getDefinition() : nullptr;
}

/// A class and its bases.
llvm::SmallVector<const clang::CXXRecordDecl*, 4> with_bases(const clang::CXXRecordDecl& record) {
  llvm::SmallVector<const clang::CXXRecordDecl*, 4> all{&record};
  record.forallBases([&](const clang::CXXRecordDecl* base) {
    all.push_back(base);
    return true;
  });
  return all;
}

/// Whether a value of one type is one of the other, or needs a conversion between numbers at most.
bool are_alike(clang::QualType one, clang::QualType other) {
  one = one.getNonReferenceType().getUnqualifiedType();
  other = other.getNonReferenceType().getUnqualifiedType();
  return one.getCanonicalType() == other.getCanonicalType() ||
         (one->isArithmeticType() && other->isArithmeticType());
}

/// Whether a conversion by a constructor takes a value of the type; null is an initializer list.
bool takes(const clang::CXXConstructorDecl& constructor, clang::QualType from) {
  if (constructor.isImplicit() || constructor.isDeleted()) return false;
  if (from.isNull()) return constructor.getNumParams() > 0;
  if (constructor.getNumParams() == 0 || constructor.getMinRequiredArguments() > 1) return false;
  return are_alike(constructor.getParamDecl(0)->getType(), from);
}

}  // namespace

void remember_specifiers(const clang::FunctionDecl& function, restrictions named) {
  last_specifiers = {function.getLocation(), named};
}

std::string error_reasons::of_error(const clang::Diagnostic& error) {
  unmatched_scope_ = nullptr;
  further_.reset();
  switch (error.getID()) {
    case clang::diag::err_member_decl_does_not_match:
      if (error.getArgKind(0) != clang::DiagnosticsEngine::ak_declarationname ||
          error.getArgKind(1) != clang::DiagnosticsEngine::ak_declcontext) {
        return "";
      }
      unmatched_ = error.getLocation();
      unmatched_name_ = clang::DeclarationName::getFromOpaqueInteger(error.getRawArg(0));
      unmatched_scope_ = reinterpret_cast<const clang::DeclContext*>(error.getRawArg(1));
      return "";
    case clang::diag::err_abstract_type_in_decl:
    case clang::diag::err_allocation_of_abstract_type:
    case clang::diag::err_array_of_abstract_type:
      abstract_ = class_of(types_in(error).back());
      return "";
    case clang::diag::err_missing_default_ctor:
      return of_subobject(error);
    case clang::diag::err_no_suitable_delete_member_function_found:
      return of_deallocation(error);
    case clang::diag::err_ovl_ambiguous_call:
    case clang::diag::err_ovl_ambiguous_member_call:
      return of_ambiguity(error);
    case clang::diag::err_ovl_ambiguous_init:
      return of_constructor(error);
    case clang::diag::err_ovl_ambiguous_oper_binary:
    case clang::diag::err_ovl_ambiguous_oper_unary:
    case clang::diag::err_typecheck_unary_expr:
    case clang::diag::err_typecheck_illegal_increment_decrement:
    case clang::diag::err_typecheck_indirection_requires_pointer:
      return of_operator(error);
    case clang::diag::err_typecheck_invalid_operands:
      return of_comparison(error);
    case clang::diag::err_integer_literal_too_large: {
      const clang::FunctionDecl* function = current_function();
      return function != nullptr && is_amp_code(*function) ? " [spec 2.4.3.1]" : "";
    }
    default:
      return "";
  }
}

std::string error_reasons::of_note(const clang::Diagnostic& note) {
  switch (note.getID()) {
    case clang::diag::note_cuda_ovl_candidate_target_mismatch:
      return ": the restrictions of the template differ [spec 2.2]";
    case clang::diag::note_implicit_member_target_infer_collision:
      return ": the restrictions of the members and bases of the class have none in common [spec "
             "2.3.2]";
    case clang::diag::note_member_def_close_match:
    case clang::diag::note_local_decl_close_match:
      return of_near_declaration(note.getLocation());
    case clang::diag::note_hidden_overloaded_virtual_declared_here:
      // Of these functions, the types are the same.
      return note.getArgSInt(1) == 0
                 ? ": the restrictions of the virtual function differ [spec 2.2.2]"
                 : "";
    case clang::diag::note_pure_virtual_function:
      return of_abstract_class(note.getLocation());
    case clang::diag::note_ovl_candidate_bad_conv:
    case clang::diag::note_ovl_candidate_bad_list_argument:
      return of_conversion(note);
    default:
      return "";
  }
}

/// The function whose body is being read.
const clang::FunctionDecl* error_reasons::current_function() const {
  if (!compiler_.hasSema()) return nullptr;
  return llvm::dyn_cast<clang::FunctionDecl>(
      const_cast<clang::CompilerInstance&>(compiler_).getSema().CurContext);
}

/// Why a function cannot be called here; empty if it can be.
std::string error_reasons::of_call(const clang::FunctionDecl& callee) const {
  const clang::FunctionDecl* caller = current_function();
  const restrictions needed =
      caller != nullptr ? restrictions_of(*caller) : restrictions{true, false};
  const restrictions has = restrictions_of(callee);
  if (has.covers(needed)) return "";
  return ": '" + callee.getNameAsString() + "' is " + has.name() + " and cannot be called from " +
         needed.name() + " code [spec 2.3.2.1, --allow=calls]";
}

/// A base or a member without a default constructor that a constructor could call.
std::string error_reasons::of_subobject(const clang::Diagnostic& error) const {
  llvm::SmallVector<clang::QualType, 2> types = types_in(error);
  for (unsigned i = 0; i < error.getNumArgs() && types.size() == 1; ++i) {
    if (error.getArgKind(i) != clang::DiagnosticsEngine::ak_declarationname) continue;
    const auto name = clang::DeclarationName::getFromOpaqueInteger(error.getRawArg(i));
    const clang::CXXRecordDecl* record = class_of(types.front());
    const auto found = record != nullptr ? record->lookup(name) : clang::DeclContextLookupResult();
    const auto* member = found.empty() ? nullptr : llvm::dyn_cast<clang::FieldDecl>(found.front());
    if (member != nullptr) types.push_back(member->getType());
  }
  const clang::CXXRecordDecl* subobject = types.empty() ? nullptr : class_of(types.back());
  if (subobject == nullptr) return "";
  for (const clang::CXXConstructorDecl* constructor : subobject->ctors()) {
    const std::string reason = constructor->isDefaultConstructor() ? of_call(*constructor) : "";
    if (!reason.empty()) return reason;
  }
  return "";
}

/// A call that is ambiguous without the overloads that cannot be called here.
std::string error_reasons::of_ambiguity(const clang::Diagnostic& error) const {
  const clang::FunctionDecl* caller = current_function();
  if (caller == nullptr || error.getArgKind(0) != clang::DiagnosticsEngine::ak_declarationname) {
    return "";
  }
  const auto name = clang::DeclarationName::getFromOpaqueInteger(error.getRawArg(0));
  llvm::SmallVector<const clang::DeclContext*, 8> scopes;
  for (const clang::DeclContext* scope = caller->getDeclContext(); scope != nullptr;
       scope = scope->getParent()) {
    if (!scope->isFunctionOrMethod()) scopes.push_back(scope);
  }
  const clang::NamespaceDecl* of_library =
      const_cast<clang::CompilerInstance&>(compiler_).getSema().getStdNamespace();
  if (of_library != nullptr) scopes.push_back(of_library);
  for (const clang::DeclContext* scope : scopes) {
    for (clang::NamedDecl* found : scope->lookup(name)) {
      const clang::FunctionDecl* function = found->getUnderlyingDecl()->getAsFunction();
      std::string reason = function != nullptr ? of_call(*function) : "";
      if (!reason.empty()) return reason;
    }
  }
  return "";
}

std::string error_reasons::of_constructor(const clang::Diagnostic& error) const {
  const llvm::SmallVector<clang::QualType, 2> types = types_in(error);
  const clang::CXXRecordDecl* record = types.empty() ? nullptr : class_of(types.front());
  if (record == nullptr) return "";
  for (const clang::CXXConstructorDecl* constructor : record->ctors()) {
    std::string reason = of_call(*constructor);
    if (!reason.empty()) return reason;
  }
  return "";
}

/// An operator of a class, which is ambiguous or which Clang takes for its own.
std::string error_reasons::of_operator(const clang::Diagnostic& error) const {
  const llvm::SmallVector<clang::QualType, 2> types = types_in(error);
  const clang::CXXRecordDecl* record = types.empty() ? nullptr : class_of(types.front());
  if (record == nullptr) return "";
  llvm::SmallString<4> buffer;
  const llvm::StringRef sign = clang::Lexer::getSpelling(
      error.getLocation(), buffer, error.getSourceManager(), compiler_.getLangOpts());
  llvm::SmallVector<const clang::DeclContext*, 4> scopes;
  llvm::append_range(scopes, with_bases(*record));
  scopes.push_back(record->getEnclosingNamespaceContext());
  for (const clang::DeclContext* scope : scopes) {
    for (const clang::Decl* member : scope->decls()) {
      const clang::FunctionDecl* function = const_cast<clang::Decl*>(member)->getAsFunction();
      if (function == nullptr || !function->isOverloadedOperator()) continue;
      if (sign != clang::getOperatorSpelling(function->getOverloadedOperator())) continue;
      std::string reason = of_call(*function);
      if (!reason.empty()) return reason;
    }
  }
  return "";
}

/// A comparison of what typeid results in.
std::string error_reasons::of_comparison(const clang::Diagnostic& error) const {
  const clang::FunctionDecl* function = current_function();
  if (function == nullptr || !is_amp_code(*function) || is_allowed(rule::typeid_operators))
    return "";
  const bool is_of_types = llvm::any_of(types_in(error), [](clang::QualType operand) {
    const clang::CXXRecordDecl* record = class_of(operand);
    return record != nullptr && record->isInStdNamespace() && record->getName() == "type_info";
  });
  return is_of_types ? ": " + text_of_rule(rule::typeid_operators) : "";
}

/// The conversion of an argument, by a constructor of its parameter's class or by a conversion
/// function of its own.
std::string error_reasons::of_conversion(const clang::Diagnostic& note) const {
  const llvm::SmallVector<clang::QualType, 2> types = types_in(note);
  if (types.empty()) return "";
  const bool is_list = note.getID() == clang::diag::note_ovl_candidate_bad_list_argument;
  const clang::QualType from = is_list ? clang::QualType() : types.front();
  if (const clang::CXXRecordDecl* record = class_of(types.back())) {
    for (const clang::CXXConstructorDecl* constructor : record->ctors()) {
      if (!takes(*constructor, from)) continue;
      std::string reason = of_call(*constructor);
      if (!reason.empty()) return reason;
    }
  }
  if (clang::CXXRecordDecl* record = class_of(from)) {
    for (const clang::NamedDecl* conversion : record->getVisibleConversionFunctions()) {
      const auto* function =
          llvm::dyn_cast<clang::CXXConversionDecl>(conversion->getUnderlyingDecl());
      if (function == nullptr || !are_alike(function->getConversionType(), types.back())) continue;
      std::string reason = of_call(*function);
      if (!reason.empty()) return reason;
    }
  }
  return "";
}

/// Why the operator delete of a class, or of a base, cannot be called here.
std::string error_reasons::of_deallocation(const clang::Diagnostic& error) const {
  const auto name = clang::DeclarationName::getFromOpaqueInteger(error.getRawArg(0));
  const auto* record = llvm::dyn_cast<clang::CXXRecordDecl>(
      reinterpret_cast<const clang::NamedDecl*>(error.getRawArg(1)));
  if (record == nullptr) return "";
  for (const clang::CXXRecordDecl* one : with_bases(*record)) {
    for (clang::NamedDecl* found : one->lookup(name)) {
      const clang::FunctionDecl* function = found->getAsFunction();
      std::string reason = function != nullptr ? of_call(*function) : "";
      if (!reason.empty()) return reason;
    }
  }
  return "";
}

/// Why a class is abstract: a function has other restrictions than the pure virtual one that it
/// would override.
/// @param location the location of the pure virtual function
std::string error_reasons::of_abstract_class(clang::SourceLocation location) {
  if (abstract_ == nullptr) return "";
  llvm::SmallVector<const clang::CXXMethodDecl*, 16> methods;
  for (const clang::CXXRecordDecl* one : with_bases(*abstract_)) {
    llvm::append_range(methods, one->methods());
  }
  const auto pure =
      llvm::find_if(methods, [&](const auto* method) { return method->getLocation() == location; });
  if (pure == methods.end()) return "";
  const restrictions needed = restrictions_of(**pure);
  for (const clang::CXXMethodDecl* method : methods) {
    const restrictions has = restrictions_of(*method);
    if (has == needed || method->getDeclName() != (*pure)->getDeclName() ||
        !have_same_parameters(method->getASTContext(), *method, **pure)) {
      continue;
    }
    further_ = {method->getLocation(), "this function does not override it, because it is " +
                                           std::string(has.name()) + " and the other one is " +
                                           needed.name()};
    return ": the restrictions of '" + method->getNameAsString() +
           "' are not those of the virtual function [spec 2.2.2]";
  }
  return "";
}

/// Why an out-of-class definition has no declaration: one of the same type has other restrictions.
std::string error_reasons::of_near_declaration(clang::SourceLocation near) const {
  if (unmatched_scope_ == nullptr) return "";
  const restrictions here =
      last_specifiers.location == unmatched_ ? last_specifiers.named : restrictions{true, false};
  for (clang::NamedDecl* found : unmatched_scope_->lookup(unmatched_name_)) {
    const clang::FunctionDecl* function = found->getAsFunction();
    if (function == nullptr || function->getLocation() != near) continue;
    const restrictions there = restrictions_of(*function);
    if (here == there) continue;
    return std::string(": this declaration is ") + here.name() + ", but the other one is " +
           there.name() + " [spec 2.2, --allow=declarations]";
  }
  return "";
}

}  // namespace milliamp::language
