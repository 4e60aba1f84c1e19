#include "explicit_instantiations.h"

#include "raw_lexer.h"

namespace milliamp::language {

std::optional<restrictions> find_instantiation_specifiers(const clang::Preprocessor& preprocessor,
                                                          const clang::Token& keyword) {
  const clang::SourceManager& sources = preprocessor.getSourceManager();
  const clang::LangOptions& options = preprocessor.getLangOpts();
  clang::SourceLocation last = keyword.getLocation();
  // What follows a macro that ends with the keyword
  if (last.isMacroID() && clang::Lexer::isAtEndOfMacroExpansion(last, sources, options)) {
    last = sources.getExpansionRange(last).getEnd();
  }
  const bool in_macro = last.isMacroID();
  clang::Lexer lexer = raw_lexer(
      sources, options,
      clang::Lexer::getLocForEndOfToken(sources.getSpellingLoc(last), 0, sources, options));
  restrictions named;
  bool in_specifier = false;
  bool in_pragma = false;  // in a source that is preprocessed already
  clang::Token token;
  lexer.LexFromRawLexer(token);
  if (token.is(clang::tok::less)) return std::nullopt;  // a template, or a specialization of one
  while (token.isNot(clang::tok::eof) && token.isNot(clang::tok::semi)) {
    if (token.is(clang::tok::l_brace)) return std::nullopt;
    if (token.is(clang::tok::r_paren) || (in_pragma && token.isAtStartOfLine())) {
      in_specifier = in_pragma = false;
    }
    if (token.is(clang::tok::raw_identifier)) {
      for (const llvm::StringRef name : written_names(preprocessor, token)) {
        in_pragma |= name == "milliamp_restrict";
        in_specifier |= in_pragma || name == "restrict";
        named.cpu |= in_specifier && name == "cpu";
        named.amp |= in_specifier && name == "amp";
      }
    }
    lexer.LexFromRawLexer(token);
    if (in_macro && token.isAtStartOfLine()) break;  // after the definition of the macro
  }
  return named;
}

}  // namespace milliamp::language
