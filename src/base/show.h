/// @file
/// Numbers, coordinates and wide text in messages and reports.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

namespace milliamp::detail::base {

/// `1 finding`, `2 findings`
inline std::string show_count(std::uint64_t count, const std::string& noun) {
  return std::to_string(count) + ' ' + noun + (count == 1 ? "" : "s");
}

/// The components of an index or the lengths of an extent: `(3,4)`.
template <class Integer>
std::string show(const Integer* components, int rank) {
  std::string text = "(";
  for (int d = 0; d < rank; ++d) {
    if (d > 0) text += ',';
    text += std::to_string(components[d]);
  }
  return text + ')';
}
template <class Integer>
std::string show(const std::vector<Integer>& components) {
  return show(components.data(), static_cast<int>(components.size()));
}

/// Text in ASCII, with a question mark for each other character.
inline std::string show(const std::wstring& wide) {
  std::string text;
  for (const wchar_t c : wide) text += c > 31 && c < 127 ? static_cast<char>(c) : '?';
  return text;
}

}  // namespace milliamp::detail::base
