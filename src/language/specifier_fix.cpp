#include "specifier_fix.h"

#include "raw_lexer.h"

#include <llvm/ADT/STLExtras.h>

#include <initializer_list>

namespace milliamp::language {

namespace {

namespace tok = clang::tok;

bool is_named(const clang::Token& token, std::initializer_list<llvm::StringRef> names) {
  return token.is(tok::raw_identifier) && llvm::is_contained(names, token.getRawIdentifier());
}

/// Takes tokens up to the one that closes the bracket at the first.
void skip_brackets(clang::Lexer& lexer, clang::Token& token) {
  int open = 0;
  do {
    if (token.isOneOf(tok::l_paren, tok::l_square, tok::l_brace)) ++open;
    if (token.isOneOf(tok::r_paren, tok::r_square, tok::r_brace)) --open;
  } while (open > 0 && !lexer.LexFromRawLexer(token));
}

/// Takes tokens up to the opening parenthesis of a function's parameters.
/// @return whether there is one
bool find_parameters(clang::Lexer& lexer, clang::Token& token) {
  if (is_named(token, {"operator"})) {
    lexer.LexFromRawLexer(token);
    if (token.is(tok::l_paren)) skip_brackets(lexer, token);  // the name is operator()
    lexer.LexFromRawLexer(token);
  }
  for (; token.isNot(tok::l_paren); lexer.LexFromRawLexer(token)) {
    if (token.isOneOf(tok::l_brace, tok::semi, tok::eof)) return false;
    if (token.is(tok::l_square)) skip_brackets(lexer, token);
  }
  return true;
}

bool is_qualifier(const clang::Token& token) {
  return token.isOneOf(tok::amp, tok::ampamp) || is_named(token, {"const", "volatile", "mutable"});
}

/// Whether a token after the qualifiers can be a specifier, or a macro that stands for one.
bool may_be_specifier(const clang::Token& token) {
  return token.is(tok::raw_identifier) &&
         !is_named(token, {"noexcept", "throw", "override", "final", "requires", "try"});
}

}  // namespace

clang::FixItHint insert_specifier(const clang::SourceManager& sources,
                                  const clang::LangOptions& options,
                                  clang::SourceLocation declaration) {
  if (!declaration.isFileID() || sources.isInSystemHeader(declaration)) return {};
  clang::Lexer lexer = raw_lexer(sources, options, declaration);
  clang::Token token;
  lexer.LexFromRawLexer(token);
  if (!find_parameters(lexer, token)) return {};
  skip_brackets(lexer, token);
  clang::SourceLocation end;
  do {
    end = token.getEndLoc();
    lexer.LexFromRawLexer(token);
  } while (is_qualifier(token));
  if (may_be_specifier(token)) return {};
  return clang::FixItHint::CreateInsertion(end, " restrict(cpu, amp)");
}

}  // namespace milliamp::language
