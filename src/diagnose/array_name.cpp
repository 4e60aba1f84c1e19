#include "diagnose/array_name.h"

#include "report/source_location.h"

#include <algorithm>
#include <cctype>
#include <string_view>

namespace milliamp::detail::diagnose {

namespace {

/// The beginning of the subscripts at the end of an expression; its end if there are none.
std::size_t begin_of_subscripts(std::string_view expression) {
  std::size_t begin = expression.size();
  while (begin > 0 && expression[begin - 1] == ']') {
    int depth = 0;
    do {
      --begin;
      depth += expression[begin] == ']' ? 1 : expression[begin] == '[' ? -1 : 0;
    } while (depth > 0 && begin > 0);
  }
  return begin;
}

/// Whether subscripts cannot contain the index: they are fewer than the dimensions, or they are all
/// literals with other values.
bool are_of_others(std::string_view subscripts, const std::string& index, std::size_t dimensions) {
  const auto count = std::count(subscripts.begin(), subscripts.end(), '[');
  const bool are_numbers = subscripts.find_first_not_of("[]0123456789") == std::string_view::npos;
  return static_cast<std::size_t>(count) < dimensions ||
         (are_numbers && subscripts.find('[' + index + ']') == std::string_view::npos);
}

/// Whether text names an object: `cells[0].values`, `(*this)->row`. A macro and its arguments up to
/// a bracket do not: `PUT(values, local`.
bool is_name(std::string_view text) {
  std::string open;  // the closing brackets that are missing
  for (std::size_t i = 0; i < text.size(); ++i) {
    const char c = text[i];
    if (c == '(' || c == '[') {
      open += c == '(' ? ')' : ']';
    } else if (c == ')' || c == ']') {
      if (open.empty() || open.back() != c) return false;
      open.pop_back();
    } else if (open.empty()) {
      const bool is_word = std::isalnum(static_cast<unsigned char>(c)) != 0 || c == '_';
      const bool is_arrow = text.substr(i, 2) == "->" || text.substr(i - (i > 0), 2) == "->";
      if (!is_word && !is_arrow && c != '.' && c != ':') return false;
    }
  }
  return open.empty();
}

}  // namespace

std::string array_name(const finding& found, const std::string& index, std::size_t dimensions) {
  const report::source_location location = report::location_of(found.events.front(), found);
  const std::string_view text(location.text);
  const auto end = static_cast<std::size_t>(found.events.front().frames.front().column);
  std::string_view rest =
      text.substr(std::min(location.span.begin, text.size()), location.span.size());
  if (end > location.span.begin && end <= text.size() && text[end - 1] == ']') {
    rest = text.substr(location.span.begin, end - location.span.begin);
  }
  std::size_t name = begin_of_subscripts(rest);
  while (are_of_others(rest.substr(name), index, dimensions)) {
    const std::size_t bracket = rest.substr(0, name).rfind(']');
    if (bracket == std::string_view::npos) break;
    rest = rest.substr(0, bracket + 1);
    name = begin_of_subscripts(rest);
  }
  return name < rest.size() && is_name(rest.substr(0, name)) ? std::string(rest.substr(0, name))
                                                             : "";
}

}  // namespace milliamp::detail::diagnose
