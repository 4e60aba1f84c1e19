#include "specifier_fix.h"

#include "raw_lexer.h"

#include <clang/Basic/CharInfo.h>
#include <llvm/ADT/STLExtras.h>

#include <initializer_list>
#include <string>

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

/// Where the specifier of a function stands or can be inserted.
struct place {
  clang::SourceLocation end;  ///< of the parameters and qualifiers; invalid if there are none
  clang::Token next;
};

place find_place(clang::Lexer& lexer) {
  place found;
  lexer.LexFromRawLexer(found.next);
  if (!find_parameters(lexer, found.next)) return found;
  skip_brackets(lexer, found.next);
  do {
    found.end = found.next.getEndLoc();
    lexer.LexFromRawLexer(found.next);
  } while (is_qualifier(found.next));
  return found;
}

bool is_changeable(const clang::SourceManager& sources, clang::SourceLocation location) {
  return location.isFileID() && !sources.isInSystemHeader(location);
}

/// What a specifier is written as, from a token of the source; empty if that is another token.
clang::CharSourceRange written_specifier(clang::Lexer& lexer, clang::Token token) {
  const clang::SourceLocation begin = token.getLocation();
  if (!is_named(token, {"restrict"}) || lexer.LexFromRawLexer(token)) return {};
  if (token.isNot(tok::l_paren)) return {};
  skip_brackets(lexer, token);
  return clang::CharSourceRange::getCharRange(begin, token.getEndLoc());
}

}  // namespace

clang::FixItHint insert_specifier(const clang::SourceManager& sources,
                                  const clang::LangOptions& options,
                                  clang::SourceLocation declaration) {
  if (!is_changeable(sources, declaration)) return {};
  clang::Lexer lexer = raw_lexer(sources, options, declaration);
  const place found = find_place(lexer);
  if (found.end.isInvalid() || may_be_specifier(found.next)) return {};
  return clang::FixItHint::CreateInsertion(found.end, " restrict(cpu, amp)");
}

clang::FixItHint set_specifier(const clang::SourceManager& sources,
                               const clang::LangOptions& options, clang::SourceLocation declaration,
                               llvm::StringRef specifier) {
  if (!is_changeable(sources, declaration)) return {};
  clang::Lexer lexer = raw_lexer(sources, options, declaration);
  const place found = find_place(lexer);
  if (found.end.isInvalid()) return {};
  if (!may_be_specifier(found.next)) {
    return clang::FixItHint::CreateInsertion(found.end, (" " + specifier).str());
  }
  const clang::CharSourceRange present = written_specifier(lexer, found.next);
  return present.isValid() ? clang::FixItHint::CreateReplacement(present, specifier)
                           : clang::FixItHint();
}

fixes move_specifier(const clang::SourceManager& sources, const clang::LangOptions& options,
                     clang::SourceLocation specifier, clang::SourceLocation place) {
  if (!is_changeable(sources, specifier) || !place.isFileID() || place.isInvalid()) return {};
  clang::Lexer lexer = raw_lexer(sources, options, specifier);
  clang::Token token;
  lexer.LexFromRawLexer(token);
  clang::CharSourceRange present = written_specifier(lexer, token);
  if (present.isInvalid()) return {};
  const std::string text = clang::Lexer::getSourceText(present, sources, options).str();
  // The space before it goes, too.
  while (clang::isWhitespace(*sources.getCharacterData(present.getBegin().getLocWithOffset(-1)))) {
    present.setBegin(present.getBegin().getLocWithOffset(-1));
  }
  return {clang::FixItHint::CreateInsertion(place, " " + text),
          clang::FixItHint::CreateRemoval(present)};
}

clang::FixItHint remove_version(const clang::SourceManager& sources,
                                const clang::LangOptions& options,
                                clang::SourceLocation specifier) {
  if (!is_changeable(sources, specifier)) return {};
  clang::Lexer lexer = raw_lexer(sources, options, specifier);
  clang::SourceLocation begin, end;
  clang::Token token;
  do {
    end = token.getEndLoc();
    lexer.LexFromRawLexer(token);
    if (token.is(tok::colon)) begin = end;
  } while (!token.isOneOf(tok::r_paren, tok::eof) &&
           (begin.isInvalid() || token.isNot(tok::comma)));
  if (begin.isInvalid()) return {};
  return clang::FixItHint::CreateRemoval(clang::CharSourceRange::getCharRange(begin, end));
}

}  // namespace milliamp::language
