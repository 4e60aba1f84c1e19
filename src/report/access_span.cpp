#include "report/access_span.h"

#include <algorithm>
#include <array>
#include <cctype>
#include <optional>
#include <utility>
#include <vector>

namespace milliamp::detail::report {

namespace {

struct token {
  enum class kind : unsigned char { word, literal, symbol };

  std::string_view text;
  std::size_t begin;
  kind what;

  std::size_t end() const { return begin + text.size(); }
  bool is(std::string_view other) const { return text == other; }
};

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

/// The tokens of one line of source. Indices are signed: -1 precedes the first token.
class token_line {
 public:
  explicit token_line(std::string_view line) {
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

  int size() const { return static_cast<int>(tokens_.size()); }
  bool has(int i) const { return i >= 0 && i < size(); }
  const token& operator[](int i) const { return tokens_[static_cast<std::size_t>(i)]; }
  bool is(int i, std::string_view text) const { return has(i) && (*this)[i].is(text); }

  text_span span(int first, int last) const { return {(*this)[first].begin, (*this)[last].end()}; }

  /// Returns the index of the token that contains a byte, or -1.
  int at(std::size_t byte) const {
    for (int i = 0; i < size(); ++i) {
      if ((*this)[i].begin <= byte && byte < (*this)[i].end()) return i;
    }
    return -1;
  }

  /// Whether the token is a name, rather than a keyword that precedes an expression.
  bool is_name(int i) const {
    return has(i) && (*this)[i].what == token::kind::word && !is(i, "return") && !is(i, "if") &&
           !is(i, "while") && !is(i, "for") && !is(i, "switch") && !is(i, "case") && !is(i, "else");
  }

  /// Whether the token can end an operand, so that an operator after it is binary.
  bool ends_operand(int i) const {
    return is_name(i) || is(i, "]") || is(i, ")") ||
           (has(i) && (*this)[i].what == token::kind::literal);
  }

  bool is_member_access(int i) const { return is(i, ".") || is(i, "->") || is(i, "::"); }

  bool is_assignment(int i) const {
    return has(i) && (*this)[i].text.back() == '=' && !is(i, "==") && !is(i, "!=") &&
           !is(i, "<=") && !is(i, ">=");
  }
  bool is_step(int i) const { return is(i, "++") || is(i, "--"); }
  bool is_dereference(int i) const { return is(i, "*") && !ends_operand(i - 1); }

  /// Returns the bracket that matches the one at i, or the last or first token when the matching
  /// one is on another line.
  int partner(int i) const {
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

  /// Whether the token is part of an access through a pointer, `*p` or `p[i]`, in which the name
  /// does not occur.
  bool is_indirection(int i, std::string_view name) const {
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

  /// Returns the first token of the operand that ends with token i: `a` of `a[x].b`.
  int operand_begin(int i) const {
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

  /// Returns the last token of the operand that begins with token i.
  int operand_end(int i) const {
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

  /// The same, including the dereference operators before the operand.
  int dereferenced_begin(int i) const {
    i = operand_begin(i);
    while (is_dereference(i - 1)) --i;
    return i;
  }
  int dereferenced_end(int i) const {
    while (is_dereference(i) || is(i, "&")) ++i;
    return has(i) ? operand_end(i) : size() - 1;
  }

 private:
  std::vector<token> tokens_;
};

text_span code_of(std::string_view line) {
  const token_line tokens(line);
  return tokens.size() == 0 ? text_span{0, line.size()} : tokens.span(0, tokens.size() - 1);
}

/// Whether the operand from first to last can be the object of an event.
bool fits(const token_line& tokens, int first, int last, std::string_view what) {
  if (what == "read") return !tokens.is(last + 1, "=");
  if (what == "write") {
    return tokens.is_assignment(last + 1) || tokens.is_step(last + 1) || tokens.is_step(first - 1);
  }
  return true;
}

std::size_t distance(const text_span& span, std::size_t byte) {
  if (byte < span.begin) return span.begin - byte;
  return byte < span.end ? 0 : byte - span.end + 1;
}

/// Orders uses of variables by their distance from a byte; of nested uses, as in `x.set(i, x[j])`,
/// the innermost is first.
auto nearness(const text_span& use, std::size_t byte) {
  return std::pair(distance(use, byte), use.size());
}

/// Returns the use of a variable that fits the event and is nearest to a byte.
std::optional<text_span> nearest_use(const token_line& tokens, std::string_view what,
                                     std::string_view name, std::size_t byte) {
  std::optional<text_span> nearest;
  for (int i = 0; i < tokens.size(); ++i) {
    if (!tokens.is(i, name)) continue;
    const int first = tokens.operand_begin(i);
    const int last = tokens.operand_end(i);
    if (!fits(tokens, first, last, what)) continue;
    const text_span use = tokens.span(first, last);
    if (!nearest || nearness(use, byte) < nearness(*nearest, byte)) nearest = use;
  }
  return nearest;
}

/// Returns the expression at a token, for a variable that has another name there.
text_span expression_at(const token_line& tokens, int i, std::string_view what) {
  if (tokens.is_name(i)) return tokens.span(tokens.operand_begin(i), tokens.operand_end(i));
  if (tokens.is(i, "]") || tokens.is(i, ")")) return tokens.span(tokens.operand_begin(i), i);
  if (tokens.is(i, "(") && tokens.is_name(i - 1)) {
    return tokens.span(tokens.operand_begin(i - 1), tokens.partner(i));
  }
  const bool is_to_the_left = tokens.ends_operand(i - 1);
  if (tokens.is(i, "[") && is_to_the_left) {
    return tokens.span(tokens.operand_begin(i - 1), tokens.partner(i));
  }
  const int last = tokens.has(i + 1) ? tokens.dereferenced_end(i + 1) : i;
  if (tokens.is_assignment(i) || tokens.is_step(i)) {
    const bool is_source = what == "read" && tokens.is(i, "=");
    if (is_source || !is_to_the_left) return tokens.span(std::min(i + 1, last), last);
    return tokens.span(tokens.dereferenced_begin(i - 1), i - 1);
  }
  if (tokens.is_dereference(i)) return tokens.span(i, last);
  if (is_to_the_left) return tokens.span(tokens.dereferenced_begin(i - 1), last);
  return tokens.span(i, i);
}

/// Returns the call at a token, for an operation by a function on its argument.
std::optional<text_span> call_at(const token_line& tokens, int i) {
  const int name = tokens.is(i, "(") ? i - 1 : i;
  if (!tokens.is_name(name) || !tokens.is(name + 1, "(")) return std::nullopt;
  return tokens.span(tokens.operand_begin(name), tokens.partner(name + 1));
}

}  // namespace

text_span access_span(std::string_view line, int column, std::string_view what,
                      std::string_view name) {
  const token_line tokens(line);
  const bool has_column = column > 0 && static_cast<std::size_t>(column) <= line.size();
  const std::size_t byte = has_column ? static_cast<std::size_t>(column) - 1 : 0;
  const int at = has_column ? tokens.at(byte) : -1;
  if (what == "atomic") {
    if (const auto call = call_at(tokens, at)) return *call;
  }
  if (!name.empty()) {
    const auto use = nearest_use(tokens, what, name, byte);
    // The line may have another variable of this name, beside a pointer to the accessed one. For a
    // write, compilers name a place in what is written, too.
    const bool is_elsewhere =
        what == "read" && use && distance(*use, byte) != 0 && tokens.is_indirection(at, name);
    if (use && !is_elsewhere) return *use;
  }
  return at >= 0 ? expression_at(tokens, at, what) : code_of(line);
}

std::size_t nearest_name(std::string_view line, int column, const std::vector<std::string>& names) {
  const token_line tokens(line);
  const std::size_t byte = column > 0 ? static_cast<std::size_t>(column) - 1 : 0;
  std::size_t nearest = 0;
  std::optional<text_span> nearest_span;
  for (std::size_t i = 0; i < names.size(); ++i) {
    const auto use = nearest_use(tokens, "", names[i], byte);
    if (!use) continue;
    if (nearest_span && nearness(*nearest_span, byte) <= nearness(*use, byte)) continue;
    nearest = i;
    nearest_span = use;
  }
  return nearest;
}

text_span declaration_span(std::string_view line, std::string_view name) {
  const token_line tokens(line);
  for (int i = 0; i < tokens.size(); ++i) {
    if (tokens.is(i, name)) return tokens.span(i, i);
  }
  return code_of(line);
}

}  // namespace milliamp::detail::report
