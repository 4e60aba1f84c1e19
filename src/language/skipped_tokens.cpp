#include "skipped_tokens.h"

#include "declarator_tracker.h"

namespace milliamp::language {

namespace tok = clang::tok;

namespace {

bool ends_type(const clang::Token& token) {
  const clang::IdentifierInfo* identifier = token.getIdentifierInfo();
  if (identifier != nullptr && token.is(tok::identifier)) {
    return identifier->isStr("override") || identifier->isStr("final");
  }
  return token.isOneOf(tok::l_brace, tok::semi, tok::equal, tok::comma, tok::r_paren, tok::colon,
                       tok::eof, tok::kw_try, tok::kw___attribute, tok::kw_requires, tok::r_square,
                       tok::r_brace);
}

}  // namespace

clang::Token next_token(clang::Preprocessor& preprocessor) {
  clang::Token token;
  preprocessor.Lex(token);
  return token;
}

void take_token(clang::Preprocessor& preprocessor, tokens& taken) {
  if (taken.empty() || taken.back().isNot(tok::eof)) taken.push_back(next_token(preprocessor));
}

void skip_balanced(clang::Preprocessor& preprocessor, tokens& taken) {
  for (int depth = 1; depth > 0;) {
    take_token(preprocessor, taken);
    const clang::Token& token = taken.back();
    if (token.isOneOf(tok::l_paren, tok::l_square, tok::l_brace)) ++depth;
    if (token.isOneOf(tok::r_paren, tok::r_square, tok::r_brace)) --depth;
    if (token.is(tok::eof)) return;
  }
}

void skip_to_body(clang::Preprocessor& preprocessor, tokens& taken) {
  do {
    take_token(preprocessor, taken);
    if (taken.back().isOneOf(tok::l_paren, tok::l_square)) skip_balanced(preprocessor, taken);
  } while (taken.back().isNot(tok::l_brace) && taken.back().isNot(tok::semi) &&
           taken.back().isNot(tok::eof));
}

void skip_type(clang::Preprocessor& preprocessor, tokens& taken) {
  int angles = 0;
  for (bool has_ended = false; !has_ended;) {
    const tok::TokenKind last = taken.back().getKind();
    take_token(preprocessor, taken);
    if (taken.back().isOneOf(tok::l_paren, tok::l_square)) {
      skip_balanced(preprocessor, taken);
      continue;
    }
    const tok::TokenKind now = taken.back().getKind();
    if (opens_angle(last, now)) ++angles;
    angles -= closed_angles(now);
    // A `<` that compares names looks like one that opens, so the body ends the type, too.
    has_ended = angles > 0 ? taken.back().isOneOf(tok::l_brace, tok::semi, tok::eof)
                           : ends_type(taken.back());
  }
}

void skip_result(clang::Preprocessor& preprocessor, tokens& taken) {
  take_token(preprocessor, taken);
  while (taken.back().isOneOf(tok::l_paren, tok::l_square)) {
    skip_balanced(preprocessor, taken);
    take_token(preprocessor, taken);
  }
}

}  // namespace milliamp::language
