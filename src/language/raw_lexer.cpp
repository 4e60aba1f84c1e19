#include "raw_lexer.h"

#include <llvm/ADT/SmallPtrSet.h>

namespace milliamp::language {

namespace {

using macros = llvm::SmallPtrSet<const clang::MacroInfo*, 4>;

void add_names(const clang::Preprocessor& preprocessor, const clang::IdentifierInfo& name,
               macros& expanded, names& all) {
  const bool is_specifier = name.isStr("restrict") || name.isStr("tile_static");
  const clang::MacroInfo* macro = is_specifier ? nullptr : preprocessor.getMacroInfo(&name);
  if (macro == nullptr) return all.push_back(name.getName());
  if (!expanded.insert(macro).second) return;
  for (const clang::Token& token : macro->tokens()) {
    const clang::IdentifierInfo* inner = token.getIdentifierInfo();
    if (inner != nullptr) add_names(preprocessor, *inner, expanded, all);
  }
}

}  // namespace

names written_names(const clang::Preprocessor& preprocessor, const clang::Token& identifier) {
  macros expanded;
  names all;
  add_names(preprocessor, *preprocessor.getIdentifierInfo(identifier.getRawIdentifier()), expanded,
            all);
  return all;
}

}  // namespace milliamp::language
