#include "report/access_span.h"

#include "report/token_line.h"

#include <algorithm>
#include <optional>
#include <utility>

namespace milliamp::detail::report {

namespace {

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

/// Whether a token is in the target of an assignment, an increment or a decrement, or is its
/// operator.
bool is_in_target(const token_line& tokens, int i) {
  return tokens.is_assignment(i) || tokens.is_step(i) ||
         (tokens.is_name(i) &&
          fits(tokens, tokens.operand_begin(i), tokens.operand_end(i), "write"));
}

bool overlap(const text_span& a, const text_span& b) { return a.begin < b.end && b.begin < a.end; }

/// Whether the access at a token is not a use of the variable by its name: the line may also use
/// the variable by another name, such as that of a pointer to it or of another view.
/// @param use the nearest use of the variable by its name
bool is_by_other_name(const token_line& tokens, int at, std::string_view what,
                      std::string_view name, const text_span& use) {
  if (what == "read") {
    return distance(use, tokens.span(at, at).begin) != 0 && tokens.is_indirection(at, name);
  }
  // For a write, compilers also give a column in the value that is written.
  return what == "write" && is_in_target(tokens, at) &&
         !overlap(use, expression_at(tokens, at, what));
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
    if (use && (at < 0 || !is_by_other_name(tokens, at, what, name, *use))) return *use;
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
