#include "report/token_line.h"

#include <algorithm>
#include <array>
#include <cctype>

namespace milliamp::detail::report {

namespace {

bool is_word_character(char c) {
  return std::isalnum(static_cast<unsigned char>(c)) != 0 || c == '_' ||
         static_cast<unsigned char>(c) >= 0x80;
}

/// Returns the length of the longest symbol at the beginning of a text.
std::size_t symbol_length(std::string_view text) {
  constexpr std::array<std::string_view, 23> symbols = {
      "<<=", ">>=", "->*", "...", "->", "++", "--", "::", "<=", ">=", "==", "!=",
      "+=",  "-=",  "*=",  "/=",  "%=", "&=", "|=", "^=", "&&", "||", "<<"};
  for (const std::string_view s : symbols) {
    if (text.substr(0, s.size()) == s) return s.size();
  }
  return 1;
}

/// Returns the length of a literal, with its quotes.
std::size_t literal_length(std::string_view text) {
  std::size_t i = 1;
  while (i < text.size() && text[i] != text[0]) i += text[i] == '\\' ? 2 : 1;
  return std::min(i + 1, text.size());
}

}  // namespace

token_line::token_line(std::string_view line) {
  for (std::size_t i = 0; i < line.size();) {
    const std::string_view rest = line.substr(i);
    if (rest.substr(0, 2) == "//") break;
    std::size_t length = 1;
    if (std::isspace(static_cast<unsigned char>(rest[0])) != 0) {
      ++i;
      continue;
    }
    token::kind what = token::kind::symbol;
    if (is_word_character(rest[0])) {
      while (length < rest.size() && is_word_character(rest[length])) ++length;
      const bool is_number = std::isdigit(static_cast<unsigned char>(rest[0])) != 0;
      what = is_number ? token::kind::literal : token::kind::word;
    } else if (rest[0] == '"' || rest[0] == '\'') {
      length = literal_length(rest);
      what = token::kind::literal;
    } else {
      length = symbol_length(rest);
    }
    tokens_.push_back({rest.substr(0, length), i, what});
    i += length;
  }
}

int token_line::at(std::size_t byte) const {
  for (int i = 0; i < size(); ++i) {
    if ((*this)[i].begin <= byte && byte < (*this)[i].end()) return i;
  }
  return -1;
}

bool token_line::is_name(int i) const {
  return has(i) && (*this)[i].what == token::kind::word && !is(i, "return") && !is(i, "if") &&
         !is(i, "while") && !is(i, "for") && !is(i, "switch") && !is(i, "case") && !is(i, "else");
}

int token_line::partner(int i) const {
  const bool opens = is(i, "[") || is(i, "(");
  const int step = opens ? 1 : -1;
  int depth = 0;
  for (int j = i; has(j); j += step) {
    if (is(j, "[") || is(j, "(")) depth += step;
    if (is(j, "]") || is(j, ")")) depth -= step;
    if (depth == 0) return j;
  }
  return opens ? size() - 1 : 0;
}

bool token_line::is_indirection(int i, std::string_view name) const {
  int first = i;
  int last = i;
  if (is_dereference(i)) {
    last = dereferenced_end(i);
  } else {
    if (is_name(i) && is(i + 1, "[")) ++i;
    last = is(i, "[") ? partner(i) : i;
    if (!is(last, "]")) return false;
    first = operand_begin(last);
    last = partner(last);  // the index is another access
  }
  for (int j = first; j <= last; ++j) {
    if (is(j, name)) return false;
  }
  return true;
}

int token_line::operand_begin(int i) const {
  for (;;) {
    if (is(i, "]") || is(i, ")")) {
      const int open = partner(i);
      if (!is_name(open - 1) && !is(open - 1, "]") && !is(open - 1, ")")) return open;
      i = open - 1;
    } else if (is_member_access(i - 1) && has(i - 2)) {
      i -= 2;
    } else {
      return i;
    }
  }
}

int token_line::operand_end(int i) const {
  if (is(i, "(")) i = partner(i);
  for (;;) {
    if (is(i + 1, "[") || is(i + 1, "(")) {
      i = partner(i + 1);
    } else if (is_member_access(i + 1) && has(i + 2)) {
      i += 2;
    } else {
      return i;
    }
  }
}

int token_line::dereferenced_begin(int i) const {
  i = operand_begin(i);
  while (is_dereference(i - 1)) --i;
  return i;
}

int token_line::dereferenced_end(int i) const {
  while (is_dereference(i) || is(i, "&")) ++i;
  return has(i) ? operand_end(i) : size() - 1;
}

}  // namespace milliamp::detail::report
