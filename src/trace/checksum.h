/// @file
/// CRC-32 as in zlib and PNG: it detects the altered bytes of a recording.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <string_view>

namespace milliamp::detail::trace {

/// Continues a checksum, which begins with 0.
inline std::uint32_t checksum(std::string_view bytes, std::uint32_t before = 0) {
  static constexpr std::array<std::uint32_t, 256> table = [] {
    std::array<std::uint32_t, 256> t{};
    for (std::uint32_t i = 0; i < 256; ++i) {
      std::uint32_t value = i;
      for (int bit = 0; bit < 8; ++bit) {
        value = (value & 1) != 0 ? 0xEDB88320u ^ value >> 1 : value >> 1;
      }
      t[i] = value;
    }
    return t;
  }();
  std::uint32_t crc = ~before;
  for (const char c : bytes) crc = table[(crc ^ static_cast<unsigned char>(c)) & 0xFF] ^ crc >> 8;
  return ~crc;
}

/// A number as four bytes, the lowest first.
inline std::array<char, 4> as_bytes(std::uint32_t number) {
  std::array<char, 4> bytes;
  for (char& b : bytes) {
    b = static_cast<char>(number);
    number >>= 8;
  }
  return bytes;
}

/// The number in the first four bytes of a text.
inline std::uint32_t number_in(std::string_view bytes) {
  std::uint32_t number = 0;
  for (std::size_t i = 4; i-- > 0;) number = number << 8 | static_cast<unsigned char>(bytes[i]);
  return number;
}

/// The first bytes of a recording; the last character is the version of the format.
inline constexpr std::string_view file_signature = "milliamp-trace 1";

}  // namespace milliamp::detail::trace
