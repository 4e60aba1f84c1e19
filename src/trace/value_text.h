/// @file
/// Values in recordings as text.
#pragma once

#include <bit>
#include <charconv>
#include <cmath>
#include <cstdint>
#include <cstring>
#include <string>
#include <string_view>
#include <type_traits>

namespace milliamp::detail::trace {

template <class T>
T value_of(std::string_view bytes) {
  T value{};
  std::memcpy(&value, bytes.data(), sizeof value);
  return value;
}

/// The shortest text that gives the same value again.
template <class T>
std::string number_text(T value) {
  if constexpr (std::is_floating_point_v<T>) {
    if (std::isnan(value)) return "nan";  // the sign has no meaning
  }
  char text[64];
  const auto [end, error] = std::to_chars(text, text + sizeof text, value);
  return {text, end};
}

/// `0x3f800000`: the bytes in the order of memory.
inline std::string bytes_text(std::string_view bytes) {
  static constexpr char digits[] = "0123456789abcdef";
  std::string text = "0x";
  for (const char c : bytes) {
    text += digits[static_cast<unsigned char>(c) >> 4];
    text += digits[static_cast<unsigned char>(c) & 15];
  }
  return text;
}

/// The value of a scalar, from its bytes in memory.
/// @param kind `float`, `signed`, `unsigned`, `bool` or `bytes`
inline std::string value_text(std::string_view bytes, std::string_view kind) {
  const std::size_t size = bytes.size();
  if (kind == "float" && size == 4) return number_text(value_of<float>(bytes));
  if (kind == "float" && size == 8) return number_text(value_of<double>(bytes));
  if (kind == "bool" && size == 1 && (bytes[0] == 0 || bytes[0] == 1)) {
    return bytes[0] == 0 ? "false" : "true";
  }
  const bool is_signed = kind == "signed";
  if ((is_signed || kind == "unsigned") && std::has_single_bit(size) && size <= 8) {
    std::uint64_t value = 0;
    std::memcpy(&value, bytes.data(), size);
    if (!is_signed) return number_text(value);
    const unsigned unused = 64 - 8 * static_cast<unsigned>(size);
    return number_text(static_cast<std::int64_t>(value << unused) >> unused);
  }
  return bytes_text(bytes);
}

}  // namespace milliamp::detail::trace
