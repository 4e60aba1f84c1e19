/// @file
/// The tokens of one line of source, with enough of the syntax of expressions to find operands.
#pragma once

#include <cstddef>
#include <string_view>
#include <vector>

namespace milliamp::detail::report {

/// A part of a line, as byte offsets.
struct text_span {
  std::size_t begin;
  std::size_t end;

  std::size_t size() const { return end - begin; }
};

struct token {
  enum class kind : unsigned char { word, literal, symbol };

  std::string_view text;
  std::size_t begin;
  kind what;

  std::size_t end() const { return begin + text.size(); }
  bool is(std::string_view other) const { return text == other; }
};

/// The tokens of one line of source. Indices are signed: -1 precedes the first token.
class token_line {
 public:
  explicit token_line(std::string_view line);

  int size() const { return static_cast<int>(tokens_.size()); }
  bool has(int i) const { return i >= 0 && i < size(); }
  const token& operator[](int i) const { return tokens_[static_cast<std::size_t>(i)]; }
  bool is(int i, std::string_view text) const { return has(i) && (*this)[i].is(text); }

  text_span span(int first, int last) const { return {(*this)[first].begin, (*this)[last].end()}; }

  /// Returns the index of the token that contains a byte, or -1.
  int at(std::size_t byte) const;

  /// Whether the token is a name, rather than a keyword that precedes an expression.
  bool is_name(int i) const;

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
  int partner(int i) const;

  /// Whether the token is part of an access through a pointer, `*p` or `p[i]`, in which the name
  /// does not occur.
  bool is_indirection(int i, std::string_view name) const;

  /// Returns the first token of the operand that ends with token i: `a` of `a[x].b`.
  int operand_begin(int i) const;

  /// Returns the last token of the operand that begins with token i.
  int operand_end(int i) const;

  /// Returns the first token of the operand that ends with token i, including the dereference
  /// operators before it.
  int dereferenced_begin(int i) const;
  /// Returns the last token of the operand that follows dereference and address operators from
  /// token i on.
  int dereferenced_end(int i) const;

 private:
  std::vector<token> tokens_;
};

}  // namespace milliamp::detail::report
