#include "tile_static.h"

#include "clang_versions.h"
#include "raw_lexer.h"
#include "reporting.h"

#include <clang/AST/Attr.h>
#include <clang/Basic/DiagnosticSema.h>
#include <clang/Sema/ParsedAttr.h>
#include <llvm/ADT/DenseSet.h>

#include <algorithm>

namespace milliamp::language {

namespace {

/// The locations of all variables that the macro declares.
llvm::DenseSet<unsigned>& variable_locations() {
  static llvm::DenseSet<unsigned> all;
  return all;
}

/// The macro tile_static has it where the front end is on. No constructors are called for these
/// variables (spec 2.4.3.5.1), so whether the class has one for amp code is of no importance.
class not_constructed_attribute final : public clang::ParsedAttrInfo {
 public:
  not_constructed_attribute() {
    static constexpr Spelling names[] = {{clang::ParsedAttr::AS_GNU, "milliamp_not_constructed"}};
    Spellings = names;
  }
  AttrHandling handleDeclAttribute(clang::Sema& sema, clang::Decl* declaration,
                                   const clang::ParsedAttr&) const override {
    variable_locations().insert(declaration->getLocation().getRawEncoding());
    // With a permitted initializer, the variable is initialized for each OS thread that runs tiles.
    if (is_allowed(rule::tile_static_initializer)) return AttributeNotApplied;
    // Clang initializes no variable that is another name of one. See handle_tile_static().
    declaration->addAttr(clang::AliasAttr::CreateImplicit(sema.Context, ""));
    return AttributeApplied;
  }
};

const clang::ParsedAttrInfoRegistry::Add<not_constructed_attribute> registered_attribute(
    "milliamp_not_constructed", "Variables of C++ AMP without constructors");

/// The storage classes that are written between two locations in a file, also in macros.
names written_storage_classes(const clang::Sema& sema, clang::SourceLocation begin,
                              clang::SourceLocation end) {
  clang::Lexer lexer = raw_lexer(sema.SourceMgr, sema.getLangOpts(), begin);
  names written;
  int depth = 0;  // of braces and parentheses
  clang::Token token;
  for (lexer.LexFromRawLexer(token); token.isNot(clang::tok::eof) && token.getLocation() < end;
       lexer.LexFromRawLexer(token)) {
    if (token.isOneOf(clang::tok::l_brace, clang::tok::l_paren)) ++depth;
    if (token.isOneOf(clang::tok::r_brace, clang::tok::r_paren)) --depth;
    if (depth > 0 || token.isNot(clang::tok::raw_identifier)) continue;
    for (const llvm::StringRef name : written_names(sema.getPreprocessor(), token)) {
      if (name == "static" || name == "thread_local" || name == "tile_static") {
        written.push_back(name);
      }
    }
  }
  return written;
}

/// What the declaration names beside one tile_static; empty if there is nothing. In source that is
/// preprocessed already, `static thread_local` stands for that one.
llvm::StringRef other_storage_class(const clang::Sema& sema, const clang::VarDecl& variable) {
  const clang::SourceLocation begin = sema.SourceMgr.getExpansionLoc(variable.getBeginLoc());
  const clang::SourceLocation end = sema.SourceMgr.getExpansionLoc(variable.getLocation());
  if (!sema.SourceMgr.isWrittenInSameFile(begin, end)) return "";
  names written = written_storage_classes(sema, begin, end);
  constexpr llvm::StringLiteral preprocessed[] = {"static", "thread_local"};
  if (auto* own = llvm::find(written, "tile_static"); own != written.end()) {
    written.erase(own);
  } else if (own = std::search(written.begin(), written.end(), std::begin(preprocessed),
                               std::end(preprocessed));
             own != written.end()) {
    written.erase(own, own + std::size(preprocessed));
  }
  return written.empty()                    ? ""
         : written.front() == "tile_static" ? "tile_static twice"
                                            : written.front();
}

}  // namespace

bool is_tile_static(const clang::VarDecl& variable) {
  const auto* tag = variable.getAttr<clang::AbiTagAttr>();
  return tag != nullptr && llvm::is_contained(tag->tags(), "tile_static");
}

bool is_tile_static_at(clang::SourceLocation location) {
  return variable_locations().contains(location.getRawEncoding());
}

void handle_tile_static(clang::Sema& sema, const amp_types& types, clang::VarDecl& variable,
                        bool in_amp_code) {
  variable.dropAttr<clang::AliasAttr>();
  const clang::SourceLocation location = variable.getLocation();
  if (!variable.isLocalVarDecl()) {
    report(sema.Diags, location, rule::tile_static_scope);
  } else if (!in_amp_code) {
    report(sema.Diags, location, rule::tile_static_place) << variable.getName();
  }
  const llvm::StringRef other = other_storage_class(sema, variable);
  if (!other.empty()) {
    report(sema.Diags, location, rule::storage_classes) << variable.getName() << other;
  }
  if (variable.hasInit()) {
    report(sema.Diags, location, rule::tile_static_initializer) << variable.getName();
    return;
  }
  const clang::QualType type = variable.getType();
  if (sema.RequireCompleteType(location, sema.Context.getBaseElementType(type),
                               clang::diag::err_typecheck_decl_incomplete_type)) {
    return;
  }
  if (types.has_container(type)) {
    report(sema.Diags, location, rule::tile_static_types)
        << variable.getName() << type << "is or has a container";
  } else if (sema.Context.getBaseElementType(type).isConstQualified()) {
    report(sema.Diags, location, rule::tile_static_types)
        << variable.getName() << type << "is const, so that nothing could give it a value";
  } else {
    const type_fault fault = types.fault_of(type);
    if (fault) {
      report(sema.Diags, location, rule::tile_static_types)
          << variable.getName() << type << ("is not amp-compatible: " + fault.text);
    }
  }
  variable.addAttr(clang::NoDestroyAttr::CreateImplicit(sema.Context));
}

}  // namespace milliamp::language
