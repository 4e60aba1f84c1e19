#include "restrict_attribute.h"

#include "clang_versions.h"
#include "deduction.h"
#include "error_reasons.h"
#include "library_headers.h"
#include "reporting.h"
#include "restrictions.h"

#include <clang/AST/Attr.h>
#include <clang/AST/DeclCXX.h>
#include <clang/AST/DeclTemplate.h>
#include <clang/Lex/Preprocessor.h>
#include <clang/Sema/ParsedAttr.h>
#include <clang/Sema/Sema.h>

namespace milliamp::language {

namespace {

/// What restrict_next() has asked for.
enum class request { none, made, fulfilled };
request next_declaration = request::none;

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
        {clang::ParsedAttr::AS_GNU, "milliamp_inherited"},
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
    if (name == "milliamp_inherited") return inherit(sema, *declaration);
    const restrictions named{name.contains("_cpu"), name.contains("_amp")};
    const auto* type_alias = llvm::dyn_cast<clang::TypedefNameDecl>(declaration);
    if (type_alias != nullptr && type_alias->getName() == "milliamp_body") {
      // The first statement of a lambda that is mutable.
      declaration->setReferenced();  // no warning of a type that is not used
      declaration = llvm::dyn_cast<clang::FunctionDecl>(sema.CurContext);
      if (declaration == nullptr) return AttributeNotApplied;
    }
    if (attribute.isPragmaClangAttribute()) {
      if (next_declaration != request::made) return AttributeNotApplied;
      next_declaration = request::fulfilled;
    }
    if (auto* function = declaration->getAsFunction()) {
      apply(sema, *function, named, ends_with(name, "_auto"));
    } else {
      check(sema, *declaration, attribute.getLoc(), named);
    }
    return AttributeApplied;
  }

 private:
  /// Spec 2.2.1: a function that is declared in the body of an amp function has its restrictions.
  static AttrHandling inherit(clang::Sema& sema, clang::Decl& declaration) {
    const auto* outer = llvm::dyn_cast<clang::FunctionDecl>(sema.CurContext);
    clang::FunctionDecl* function = declaration.getAsFunction();
    if (outer == nullptr || function == nullptr || llvm::isa<clang::CXXMethodDecl>(function) ||
        has_specifiers(*function) || has_deduced_restrictions(*function) || !is_amp_code(*outer)) {
      return AttributeNotApplied;
    }
    apply(sema, *function, restrictions_of(*outer), /*deduced=*/false);
    return AttributeApplied;
  }

  static void apply(clang::Sema& sema, clang::FunctionDecl& function, restrictions named,
                    bool deduced) {
    if (deduced) return request_deduction(function, named);
    remember_specifiers(function, named);
    restrict(function, named);
    if (named.cpu) return;
    const library_headers headers(sema.SourceMgr);
    make_room_for(sema, headers, function);
    if (is_allowed(rule::calls) || is_allowed(rule::exceptions)) {
      // Clang itself refuses these in a function that is for the device alone.
      function.addAttr(clang::CUDAHostAttr::CreateImplicit(sema.Context));
    } else if (!headers.contain(function.getLocation())) {
      distinguish_symbol(function);
    }
  }

  /// Lets an amp function be an overload of one that is deduced to be no amp code.
  static void make_room_for(clang::Sema& sema, const library_headers& headers,
                            const clang::FunctionDecl& function) {
    for (clang::NamedDecl* other : function.getDeclContext()->lookup(function.getDeclName())) {
      clang::FunctionDecl* deduced = other->getAsFunction();
      if (deduced == nullptr || !has_deduced_restrictions(*deduced)) continue;
      deduce(sema, headers, *deduced, deduced->getLocation());
      if (!restrictions_of(*deduced).amp) deduced->dropAttr<clang::CUDADeviceAttr>();
    }
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
    } else if (named.amp && alias != nullptr) {
      mark_amp_function_type(*alias);
    }
  }
};

const clang::ParsedAttrInfoRegistry::Add<restrict_attribute> registered(
    "milliamp_restrict", "Restriction specifiers of C++ AMP");

}  // namespace

void restrict_next(clang::attr::SubjectMatchRule kind, clang::Sema& sema,
                   clang::SourceLocation location, llvm::StringRef attribute) {
  static clang::AttributeFactory factory;
  static clang::ParsedAttributes attributes(factory);
  forget_restricted(sema);
  clang::ParsedAttr* parsed =
      attributes.addNew(sema.getPreprocessor().getIdentifierInfo(attribute), location, nullptr,
                        location, nullptr, 0, gnu_attribute());
  sema.ActOnPragmaAttributeEmptyPush(location, nullptr);
  clang::attr::ParsedSubjectMatchRuleSet rules;
  rules[kind] = location;
  sema.ActOnPragmaAttributeAttribute(*parsed, location, rules);
  next_declaration = request::made;
}

void begin_inheritance(clang::Sema& sema) {
  static clang::AttributeFactory factory;
  static clang::ParsedAttributes attributes(factory);
  // The name is also that of the pragma's namespace, so that no pragma of the program ends it.
  clang::IdentifierInfo* name = sema.getPreprocessor().getIdentifierInfo("milliamp_inherited");
  const clang::SourceLocation none;
  clang::ParsedAttr* inherited =
      attributes.addNew(name, none, nullptr, none, nullptr, 0, gnu_attribute());
  sema.PragmaAttributeStack.push_back(
      {none, name, {{none, inherited, {clang::attr::SubjectMatchRule_function}, /*IsUsed=*/true}}});
}

void end_inheritance(clang::Sema& sema) {
  if (!sema.PragmaAttributeStack.empty()) {
    sema.PragmaAttributeStack.erase(sema.PragmaAttributeStack.begin());
  }
}

void forget_restricted(clang::Sema& sema) {
  if (next_declaration != request::fulfilled) return;
  next_declaration = request::none;
  sema.ActOnPragmaAttributePop(clang::SourceLocation(), nullptr);
}

}  // namespace milliamp::language
