/// @file
/// Text as a word of a shell command that people copy from a message.
#pragma once

#include <string>
#include <string_view>

namespace milliamp::detail::base {

/// Returns the text as a shell reads it: in single quotes if it has special characters.
inline std::string shell_word(std::string_view text) {
  constexpr std::string_view plain =
      "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789-_./=:,+@%";
  if (!text.empty() && text.find_first_not_of(plain) == std::string_view::npos) {
    return std::string(text);
  }
  std::string word = "'";
  for (const char c : text) word += c == '\'' ? std::string("'\\''") : std::string(1, c);
  return word + '\'';
}

}  // namespace milliamp::detail::base
