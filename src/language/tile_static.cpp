#include "tile_static.h"

#include "clang_versions.h"
#include "reporting.h"

#include <clang/AST/Attr.h>
#include <clang/AST/ExprCXX.h>
#include <clang/Lex/Lexer.h>

namespace milliamp::language {

namespace {

/// Whether a variable has an initializer in the source. A class has an implicit one.
bool has_initializer(const clang::VarDecl& variable) {
  const clang::Expr* initializer = variable.getInit();
  if (initializer == nullptr || variable.getType()->isDependentType()) return false;
  if (llvm::isa<clang::RecoveryExpr>(initializer)) return false;  // no default constructor
  if (variable.getInitStyle() != clang::VarDecl::CallInit) return true;
  const auto* construction = llvm::dyn_cast<clang::CXXConstructExpr>(initializer->IgnoreImplicit());
  return construction == nullptr || construction->getParenOrBraceRange().isValid();
}

/// Whether the declaration itself says `static`, as the macro tile_static does, too: in source that
/// is preprocessed already, as `static thread_local`.
bool is_declared_static(const clang::Sema& sema, const clang::VarDecl& variable) {
  const clang::SourceLocation begin = variable.getBeginLoc();
  if (begin.isMacroID()) return false;
  const llvm::StringRef text = clang::Lexer::getSourceText(
      clang::CharSourceRange::getCharRange(begin, variable.getLocation()), sema.SourceMgr,
      sema.getLangOpts());
  return starts_with(text, "static ") && !starts_with(text, "static thread_local ");
}

}  // namespace

bool is_tile_static(const clang::VarDecl& variable) {
  const auto* tag = variable.getAttr<clang::AbiTagAttr>();
  return tag != nullptr && llvm::is_contained(tag->tags(), "tile_static");
}

void handle_tile_static(clang::Sema& sema, const amp_types& types, clang::VarDecl& variable,
                        bool in_amp_code) {
  const clang::SourceLocation place = variable.getLocation();
  if (!in_amp_code) report(sema.Diags, place, rule::tile_static_place) << variable.getName();
  if (is_declared_static(sema, variable)) {
    report(sema.Diags, place, rule::storage_classes) << variable.getName() << "static";
  }
  if (has_initializer(variable)) {
    report(sema.Diags, place, rule::tile_static_initializer) << variable.getName();
    return;
  }
  const clang::QualType type = variable.getType();
  if (type->isDependentType()) return;
  // Clang may have said there that the type has no default constructor.
  const clang::SourceLocation place_of_type =
      is_reported(place) ? variable.getTypeSpecStartLoc() : place;
  if (types.has_container(type)) {
    report(sema.Diags, place_of_type, rule::tile_static_types)
        << variable.getName() << type << "is or has a container";
  } else {
    const std::string fault = types.fault_of(type);
    if (!fault.empty()) {
      report(sema.Diags, place_of_type, rule::tile_static_types)
          << variable.getName() << type << ("is not amp-compatible: " + fault);
    }
  }
  variable.setInit(nullptr);
  variable.addAttr(clang::NoDestroyAttr::CreateImplicit(sema.Context));
}

}  // namespace milliamp::language
