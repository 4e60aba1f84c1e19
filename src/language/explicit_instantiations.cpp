#include "explicit_instantiations.h"

#include "raw_lexer.h"

namespace milliamp::language {

restrictions find_instantiation_specifiers(const clang::Preprocessor& preprocessor,
                                           const clang::Token& keyword) {
  const clang::SourceLocation start = keyword.getLocation();
  if (!start.isFileID()) return {};
  clang::Lexer lexer = raw_lexer(preprocessor.getSourceManager(), preprocessor.getLangOpts(),
                                 start.getLocWithOffset(keyword.getLength()));
  restrictions named;
  bool in_specifier = false;
  clang::Token token;
  lexer.LexFromRawLexer(token);
  if (token.is(clang::tok::less)) return {};  // a template, or a specialization of one
  for (; token.isNot(clang::tok::eof) && token.isNot(clang::tok::semi);
       lexer.LexFromRawLexer(token)) {
    if (token.is(clang::tok::l_brace)) return {};
    if (token.is(clang::tok::r_paren)) in_specifier = false;
    if (token.isNot(clang::tok::raw_identifier)) continue;
    const llvm::StringRef name = token.getRawIdentifier();
    in_specifier |= name == "restrict";
    named.cpu |= in_specifier && name == "cpu";
    named.amp |= in_specifier && name == "amp";
  }
  return named;
}

}  // namespace milliamp::language
