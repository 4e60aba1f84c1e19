#include "restrict_attribute.h"

#include "clang_versions.h"
#include "deduction.h"
#include "error_reasons.h"
#include "hidden_overloads.h"
#include "library_headers.h"
#include "member_specializations.h"
#include "overloads.h"
#include "reporting.h"
#include "restrictions.h"

#include <clang/AST/Attr.h>
#include <clang/AST/DeclCXX.h>
#include <clang/AST/DeclTemplate.h>
#include <clang/Lex/Preprocessor.h>
#include <clang/Sema/ParsedAttr.h>
#include <clang/Sema/Sema.h>

#include <optional>

namespace milliamp::language {

namespace {

/// What restrict_next() has asked for.
enum class request { none, made, fulfilled };
request next_declaration = request::none;

/// Whether a function of the translation unit is restrict(auto).
bool asks_for_deduction = false;

/// Whether a declarator other than a function's may have a specifier: its type is a function type,
/// or pointers, references or arrays lead to one.
bool has_function_type(clang::QualType type) {
  for (;;) {
    if (type->isDependentType() || type->isFunctionType()) return true;
    if (const clang::ArrayType* array = type->getAsArrayTypeUnsafe()) {
      type = array->getElementType();
    } else if (type->isAnyPointerType() || type->isReferenceType() || type->isMemberPointerType()) {
      type = type->getPointeeType();
    } else {
      return false;
    }
  }
}

/// Whether a function of the standard library stands for a value in operands that are not
/// evaluated.
bool is_declval(const clang::FunctionDecl& function) {
  const clang::IdentifierInfo* name = function.getIdentifier();
  return name != nullptr && (name->isStr("declval") || name->isStr("__declval")) &&
         function.isInStdNamespace();
}

/// Calls f(other) for the other declarations of a function in its scope, and for its overloads with
/// the same parameters.
template <class F>
void for_each_same(const clang::Sema& sema, const clang::FunctionDecl& function, F f) {
  for (clang::NamedDecl* found : function.getDeclContext()->lookup(function.getDeclName())) {
    clang::FunctionDecl* other = found->getAsFunction();
    if (other != nullptr && other != &function &&
        have_same_parameters(sema.Context, function, *other)) {
      f(*other);
    }
  }
}

/// Whether a method may be virtual. A method overrides only methods with the same restrictions.
bool may_be_virtual(const clang::FunctionDecl& function) {
  const auto* method = llvm::dyn_cast<clang::CXXMethodDecl>(&function);
  if (method == nullptr) return false;
  return method->isVirtualAsWritten() ||
         llvm::any_of(method->getParent()->bases(), [](const clang::CXXBaseSpecifier& base) {
           const clang::CXXRecordDecl* record = base.getType()->getAsCXXRecordDecl();
           return record != nullptr && record->hasDefinition() && record->isPolymorphic();
         });
}

/// Lets amp code call a constexpr function without specifiers, where the compiler may evaluate the
/// call. Such a function is restrict(cpu), and may have an overload for amp.
void open_to_evaluation(const clang::Sema& sema, clang::FunctionDecl& function) {
  if (!function.isConstexpr() || function.isVariadic() || may_be_virtual(function)) return;
  bool are_open = true;
  for_each_same(sema, function, [&](const clang::FunctionDecl& other) {
    are_open = are_open && other.isConstexpr() && !has_specifiers(other);
  });
  if (are_open) open_to(function, {true, true});
}

/// Ends that when an overload or another declaration names restrictions.
void close_to_evaluation(const clang::Sema& sema, const clang::FunctionDecl& function) {
  for_each_same(sema, function, [](clang::FunctionDecl& other) {
    if (other.isConstexpr() && !has_specifiers(other) && !is_amp_code(other)) {
      other.dropAttr<clang::CUDADeviceAttr>();
    }
  });
}

/// Lets amp code have an overload of a mathematical function of the C library, whichever is
/// declared first. Clang takes that for a function for both, and permits no overloads of such a
/// function.
void separate_from_c_math(const clang::Sema& sema, const clang::FunctionDecl& function) {
  const bool is_math = is_c_math(sema.SourceMgr, function);
  if (!is_math && (restrictions_of(function).cpu || function.isExternC())) return;
  for_each_same(sema, function, [&](clang::FunctionDecl& other) {
    if (is_math ? !restrictions_of(other).cpu : is_c_math(sema.SourceMgr, other))
      hide_overload(other);
  });
}

/// With --allow=declarations, a definition outside of the class or namespace of its function has
/// the restrictions of the declaration there.
restrictions as_declared(const clang::Sema& sema, const clang::FunctionDecl& function,
                         restrictions named) {
  if (!is_allowed(rule::declarations) || !function.isOutOfLine()) return named;
  clang::ASTContext& context = sema.Context;
  std::optional<restrictions> other_declared;
  bool agrees = false;
  for (clang::NamedDecl* found : function.getDeclContext()->lookup(function.getDeclName())) {
    // The definition of a static member does not say that it is one.
    const clang::FunctionDecl* other = found->getAsFunction();
    if (other == nullptr || other == &function ||
        !context.hasSameFunctionTypeIgnoringExceptionSpec(function.getType(), other->getType())) {
      continue;
    }
    other_declared = declared_restrictions(*other);
    agrees |= *other_declared == named;
  }
  return agrees ? named : other_declared.value_or(named);
}

class restrict_attribute final : public clang::ParsedAttrInfo {
 public:
  restrict_attribute() {
    static constexpr Spelling names[] = {
        {clang::ParsedAttr::AS_GNU, "milliamp_cpu"},
        {clang::ParsedAttr::AS_GNU, "milliamp_amp"},
        {clang::ParsedAttr::AS_GNU, "milliamp_cpu_amp"},
        {clang::ParsedAttr::AS_GNU, "milliamp_auto"},
        {clang::ParsedAttr::AS_GNU, "milliamp_cpu_auto"},
        {clang::ParsedAttr::AS_GNU, "milliamp_amp_auto"},
        {clang::ParsedAttr::AS_GNU, "milliamp_default"},
    };
    Spellings = names;
  }

  void getPragmaAttributeMatchRules(
      llvm::SmallVectorImpl<std::pair<clang::attr::SubjectMatchRule, bool>>& rules,
      const clang::LangOptions&) const override {
    rules.push_back({clang::attr::SubjectMatchRule_function, true});
    rules.push_back({clang::attr::SubjectMatchRule_type_alias, true});
  }

  AttrHandling handleDeclAttribute(clang::Sema& sema, clang::Decl* declaration,
                                   const clang::ParsedAttr& attribute) const override {
    const llvm::StringRef name = attribute.getAttrName()->getName();
    if (name == "milliamp_default") return apply_none(sema, *declaration);
    const restrictions named{name.contains("_cpu"), name.contains("_amp")};
    const auto* type_alias = llvm::dyn_cast<clang::TypedefNameDecl>(declaration);
    if (type_alias != nullptr && type_alias->getName() == "milliamp_body") {
      // The first statement of a lambda that is mutable.
      declaration->setReferenced();  // no warning of a type that is not used
      declaration = llvm::dyn_cast<clang::FunctionDecl>(sema.CurContext);
      if (declaration == nullptr) return AttributeNotApplied;
    }
    if (attribute.isPragmaClangAttribute()) {
      if (next_declaration != request::made || is_after(sema, *declaration, attribute)) {
        return AttributeNotApplied;
      }
      next_declaration = request::fulfilled;
    }
    const bool is_auto = ends_with(name, "_auto");
    if (auto* function = declaration->getAsFunction()) {
      is_auto ? apply_auto(sema, *function, named)
              : apply(sema, *function, as_declared(sema, *function, named));
    } else if (is_auto) {
      report(sema.Diags, declaration->getLocation(), rule::auto_restrictions)
          << llvm::dyn_cast<clang::NamedDecl>(declaration);
    } else {
      check(sema, *declaration, attribute.getLoc(), named);
    }
    return AttributeApplied;
  }

 private:
  /// Whether a name is declared after a specifier, and so by another declarator. It can be in a
  /// trailing return type.
  static bool is_after(const clang::Sema& sema, const clang::Decl& declaration,
                       const clang::ParsedAttr& specifier) {
    const clang::SourceManager& sources = sema.SourceMgr;
    return sources.isBeforeInTranslationUnit(specifier.getLoc(),
                                             sources.getExpansionLoc(declaration.getLocation()));
  }

  /// A function without specifiers. In the body of an amp function, it has its restrictions (spec
  /// 2.2.1). All code can name std::declval(), which is never evaluated.
  static AttrHandling apply_none(clang::Sema& sema, clang::Decl& declaration) {
    clang::FunctionDecl* function = declaration.getAsFunction();
    if (function == nullptr || has_specifiers(*function) || has_deduced_restrictions(*function)) {
      return AttributeNotApplied;
    }
    if (is_declval(*function)) {
      open_to(*function, {true, true});
      return AttributeApplied;
    }
    const restrictions given = given_by_context(sema, *function);
    if (given.amp) {
      apply(sema, *function, given);
      return AttributeApplied;
    }
    make_room_for(sema, *function, {true, false});
    hide_other_overloads(*function);
    separate_from_c_math(sema, *function);
    open_to_evaluation(sema, *function);
    return AttributeNotApplied;
  }

  static restrictions given_by_context(const clang::Sema& sema,
                                       const clang::FunctionDecl& function) {
    // A lambda or a member of a local class
    if (is_amp_code(function)) return restrictions_of(function);
    const auto* outer = llvm::dyn_cast<clang::FunctionDecl>(sema.CurContext);
    if (outer != nullptr && is_amp_code(*outer)) return restrictions_of(*outer);
    const restrictions named = named_by_type(function);
    return named.amp ? named : as_declared(sema, function, {true, false});
  }

  /// What the alias names by which a function is declared, as in `using F = int() restrict(amp);
  /// F f;`: restriction specifiers are part of a function type (spec 2.3.2).
  static restrictions named_by_type(const clang::FunctionDecl& function) {
    const clang::TypeSourceInfo* source = function.getTypeSourceInfo();
    if (source == nullptr) return {};
    const used_alias alias = amp_alias_of(source->getTypeLoc());
    return alias.declaration != nullptr ? restrictions_of(*alias.declaration) : restrictions();
  }

  static void apply(clang::Sema& sema, clang::FunctionDecl& function, restrictions named) {
    remember_specifiers(function, named);
    close_to_evaluation(sema, function);
    restrict(function, named);
    make_room_for(sema, function, named);
    hide_other_overloads(function);
    if (named.cpu) return;
    separate_from_c_math(sema, function);
    if (is_allowed(rule::calls) || is_allowed(rule::exceptions)) {
      // Clang itself refuses these in a function that is for the device alone.
      function.addAttr(clang::CUDAHostAttr::CreateImplicit(sema.Context));
    } else if (!library_headers(sema.SourceMgr).contain(function.getLocation())) {
      distinguish_symbol(function);
      distinguish_implicit(sema, function);
    }
  }

  /// Clang declares the global operators new and delete for the host and for the device, before a
  /// program does. Declarations of one function have one symbol.
  static void distinguish_implicit(const clang::Sema& sema, const clang::FunctionDecl& function) {
    if (!function.isReplaceableGlobalAllocationFunction()) return;
    for_each_same(sema, function, [](clang::FunctionDecl& other) {
      if (other.isImplicit() && !other.hasAttr<clang::CUDAHostAttr>()) distinguish_symbol(other);
    });
  }

  /// Spec 13.1.1: an overload that names its restrictions is chosen before one that is deduced, so
  /// the deduced function is for the other kind of code.
  static void apply_auto(clang::Sema& sema, clang::FunctionDecl& function, restrictions named) {
    restrictions taken;
    for_each_same(sema, function, [&](const clang::FunctionDecl& other) {
      if (is_same(sema, other)) {
        report(sema.Diags, function.getLocation(), rule::auto_restrictions) << &function;
      }
      const restrictions has = declared_restrictions(other);
      taken = {taken.cpu || has.cpu, taken.amp || has.amp};
    });
    // Where nothing is left, the function has been declared, which check_declaration() reports.
    const restrictions left{!taken.cpu, !taken.amp};
    const bool is_redeclared = taken.cpu && taken.amp;
    if (is_redeclared || (taken.cpu != taken.amp && left.covers(named))) {
      mark_deduced(function);
      return apply(sema, function, is_redeclared ? taken : left);
    }
    request_deduction(function, named);
    asks_for_deduction = true;
  }

  /// Whether a declaration of the same parameters is not of an overload, but of the function that
  /// is deduced: nothing says what it is restricted to, and it has no body of its own.
  static bool is_same(const clang::Sema& sema, const clang::FunctionDecl& declaration) {
    return !has_specifiers(declaration) && !has_deduced_restrictions(declaration) &&
           !declaration.isDefined() &&
           !library_headers(sema.SourceMgr).or_system_contain(declaration.getLocation());
  }

  /// Lets a function be an overload of one that is deduced. That of the same parameters is left for
  /// the other kind of code.
  static void make_room_for(clang::Sema& sema, const clang::FunctionDecl& function,
                            restrictions named) {
    if (!asks_for_deduction) return;
    const library_headers headers(sema.SourceMgr);
    for (clang::NamedDecl* other : function.getDeclContext()->lookup(function.getDeclName())) {
      clang::FunctionDecl* deduced = other->getAsFunction();
      if (deduced == nullptr || !has_deduced_restrictions(*deduced)) continue;
      const restrictions left{!named.cpu, !named.amp};
      const bool is_overload =
          left.cpu != left.amp && have_same_parameters(sema.Context, function, *deduced);
      // Without specifiers, it could be declared again.
      if (is_overload && has_specifiers(function)) leave(*deduced, left);
      deduce(sema, headers, *deduced, deduced->getLocation());
      // The body of a member function is read when the class is complete.
      if (is_overload && !has_specifiers(*deduced)) finish_deduction(*deduced, left);
      if (!has_specifiers(*deduced)) continue;
      const restrictions has = restrictions_of(*deduced);
      if (named.amp && !has.amp) deduced->dropAttr<clang::CUDADeviceAttr>();
      if (named.cpu && !has.cpu) deduced->dropAttr<clang::CUDAHostAttr>();
    }
  }

  static void leave(clang::FunctionDecl& deduced, restrictions left) {
    if (!has_specifiers(deduced)) return finish_deduction(deduced, left);
    // The symbol of a function for amp alone is another one, but its code exists already.
    if (left.cpu) take_deduced_amp(deduced);
  }

  static void check(clang::Sema& sema, clang::Decl& declaration, clang::SourceLocation location,
                    restrictions named) {
    const auto* value = llvm::dyn_cast<clang::ValueDecl>(&declaration);
    auto* alias = llvm::dyn_cast<clang::TypedefNameDecl>(&declaration);
    if (value == nullptr && alias == nullptr) return;
    const clang::QualType type = value != nullptr ? value->getType() : alias->getUnderlyingType();
    if (!has_function_type(type)) {
      report(sema.Diags, location, rule::other_declarator)
          << llvm::cast<clang::NamedDecl>(declaration).getNameAsString();
    } else if (named.amp && !type->isFunctionType() && !type->isDependentType()) {
      report(sema.Diags, location, rule::function_pointers);
    } else if (alias != nullptr) {
      mark_function_type(*alias, named);
    }
  }
};

const clang::ParsedAttrInfoRegistry::Add<restrict_attribute> registered(
    "milliamp_restrict", "Restriction specifiers of C++ AMP");

/// Lets an attribute apply to functions, and to other declarations. As `#pragma clang attribute
/// push` does, but in a namespace whose name no pragma of the program has.
void push(clang::Sema& sema, llvm::StringRef scope, llvm::StringRef attribute,
          clang::SourceLocation location,
          std::initializer_list<clang::attr::SubjectMatchRule> kinds) {
  static clang::AttributeFactory factory;
  static clang::ParsedAttributes attributes(factory);
  clang::Preprocessor& preprocessor = sema.getPreprocessor();
  clang::ParsedAttr* parsed = attributes.addNew(preprocessor.getIdentifierInfo(attribute), location,
                                                nullptr, location, nullptr, 0, gnu_attribute());
  parsed->setIsPragmaClangAttribute();
  sema.PragmaAttributeStack.push_back({location,
                                       preprocessor.getIdentifierInfo(scope),
                                       {{location, parsed, kinds, /*IsUsed=*/true}}});
}

void pop(clang::Sema& sema, llvm::StringRef scope) {
  llvm::erase_if(sema.PragmaAttributeStack, [&](const auto& group) {
    return group.Namespace != nullptr && group.Namespace->isStr(scope);
  });
}

constexpr llvm::StringLiteral scope_of_defaults = "milliamp_default";
constexpr llvm::StringLiteral scope_of_specifiers = "milliamp_specifier";

}  // namespace

void restrict_next(clang::Sema& sema, clang::SourceLocation specifier, llvm::StringRef attribute) {
  pop(sema, scope_of_specifiers);
  push(sema, scope_of_specifiers, attribute, specifier,
       {clang::attr::SubjectMatchRule_function, clang::attr::SubjectMatchRule_type_alias});
  next_declaration = request::made;
}

void begin_defaults(clang::Sema& sema) {
  push(sema, scope_of_defaults, "milliamp_default", {}, {clang::attr::SubjectMatchRule_function});
}

void end_defaults(clang::Sema& sema) {
  pop(sema, scope_of_defaults);
  pop(sema, scope_of_specifiers);
}

void forget_restricted(clang::Sema& sema) {
  if (next_declaration != request::fulfilled) return;
  next_declaration = request::none;
  pop(sema, scope_of_specifiers);
}

}  // namespace milliamp::language
