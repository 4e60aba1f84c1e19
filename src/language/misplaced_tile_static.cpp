#include "misplaced_tile_static.h"

#include "clang_versions.h"
#include "raw_lexer.h"
#include "reporting.h"

#include <clang/Basic/DiagnosticParse.h>
#include <clang/Basic/DiagnosticSema.h>
#include <clang/Basic/SourceManager.h>

namespace milliamp::language {

namespace {

/// Whether a diagnostic is of the macro's own text.
bool is_in_macro(const clang::Diagnostic& diagnostic) {
  const clang::SourceLocation location = diagnostic.getLocation();
  if (!location.isMacroID() || !diagnostic.hasSourceManager()) return false;
  const clang::SourceManager& sources = diagnostic.getSourceManager();
  return starts_with(sources.getCharacterData(sources.getExpansionLoc(location)), "tile_static");
}

/// Whether the macro is written before a name in its declaration.
bool is_behind_macro(const clang::Diagnostic& diagnostic) {
  const auto [file, offset] =
      diagnostic.getSourceManager().getDecomposedExpansionLoc(diagnostic.getLocation());
  const llvm::StringRef before =
      diagnostic.getSourceManager().getBufferData(file).take_front(offset);
  return before.drop_front(before.find_last_of(";{}") + 1).contains("tile_static");
}

/// Whether the macro begins the condition of a statement.
bool is_in_condition(const clang::Diagnostic& diagnostic) {
  const auto [file, offset] =
      diagnostic.getSourceManager().getDecomposedExpansionLoc(diagnostic.getLocation());
  llvm::StringRef before =
      diagnostic.getSourceManager().getBufferData(file).take_front(offset).rtrim();
  // Behind a semicolon that is not in parentheses, there would be no error.
  if (!before.consume_back("(")) return ends_with(before, ";");
  before = before.rtrim();
  return ends_with(before, "if") || ends_with(before, "constexpr") || ends_with(before, "while") ||
         ends_with(before, "switch");
}

}  // namespace

tile_static_condition find_tile_static_condition(const clang::Diagnostic& diagnostic,
                                                 const clang::LangOptions& options) {
  if (diagnostic.getID() != clang::diag::err_typename_invalid_storageclass ||
      is_allowed(rule::tile_static_initializer) || !is_in_macro(diagnostic) ||
      !is_in_condition(diagnostic)) {
    return {};
  }
  const clang::SourceManager& sources = diagnostic.getSourceManager();
  clang::Lexer lexer =
      raw_lexer(sources, options, sources.getExpansionLoc(diagnostic.getLocation()));
  tile_static_condition variable;
  clang::Token token;
  do {
    lexer.LexFromRawLexer(token);
    if (token.isNot(clang::tok::raw_identifier)) continue;
    variable = {token.getLocation(), token.getRawIdentifier()};
  } while (!token.isOneOf(clang::tok::equal, clang::tok::l_brace, clang::tok::l_paren,
                          clang::tok::semi, clang::tok::eof));
  return variable;
}

bool is_of_misplaced_tile_static(const clang::Diagnostic& diagnostic) {
  if (is_allowed(rule::tile_static_scope)) return false;
  switch (diagnostic.getID()) {
    case clang::diag::err_in_class_initializer_non_const:
    case clang::diag::err_static_data_member_not_allowed_in_local_class:
      return is_behind_macro(diagnostic);
    case clang::diag::err_invalid_decl_spec_combination:
      // Beside this one, the variable can be local.
      return is_in_macro(diagnostic) && diagnostic.getArgCStr(0) != llvm::StringRef("register");
    case clang::diag::err_attribute_wrong_decl_type_str:
    case clang::diag::err_invalid_decl_specifier_in_nontype_parm:
    case clang::diag::err_invalid_storage_class_in_func_decl:
    case clang::diag::err_invalid_thread:
    case clang::diag::err_static_block_func:
    case clang::diag::err_typename_invalid_storageclass:
      return is_in_macro(diagnostic);
    default:
      return false;
  }
}

bool is_of_ignored_tile_static(const clang::Diagnostic& diagnostic) {
  switch (diagnostic.getID()) {
    case clang::diag::warn_attribute_ignored_on_non_definition:
    case clang::diag::warn_attribute_wrong_decl_type_str:
      return is_in_macro(diagnostic);
    default:
      return false;
  }
}

}  // namespace milliamp::language
