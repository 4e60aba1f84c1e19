/// @file
/// The encoding of a recording's file that its writer and its reader share. README.md describes the
/// format.
#pragma once

#include <boost/crc.hpp>

#include <array>
#include <cstddef>
#include <cstdint>
#include <initializer_list>
#include <string_view>

namespace milliamp::detail::trace {

/// The first bytes of a recording; the last character is the version of the format.
inline constexpr std::string_view file_signature = "milliamp-trace 1";

/// Returns the CRC-32 of zlib and PNG of several parts, one after another.
inline std::uint32_t checksum(std::initializer_list<std::string_view> parts) {
  boost::crc_32_type crc;
  for (const std::string_view part : parts) crc.process_bytes(part.data(), part.size());
  return crc.checksum();
}

/// Returns the number in the first four bytes of a text, the lowest first.
inline std::uint32_t number_in(std::string_view bytes) {
  std::uint32_t number = 0;
  for (int i = 3; i >= 0; --i)
    number = number << 8 | static_cast<unsigned char>(bytes[static_cast<std::size_t>(i)]);
  return number;
}

/// Returns a number as four bytes, the lowest first.
inline std::array<char, 4> as_bytes(std::uint32_t number) {
  std::array<char, 4> bytes;
  for (char& b : bytes) {
    b = static_cast<char>(number);
    number >>= 8;
  }
  return bytes;
}

}  // namespace milliamp::detail::trace
