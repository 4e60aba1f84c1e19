/// @file
/// CRC-32 as in zlib and PNG: it detects the altered bytes of a recording.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <string_view>

namespace milliamp::detail::trace {

/// Table k has the checksums of a byte that k bytes of zero follow, so that eight bytes are one
/// step.
using checksum_tables = std::array<std::array<std::uint32_t, 256>, 8>;

constexpr checksum_tables make_checksum_tables() {
  checksum_tables tables{};
  for (std::uint32_t i = 0; i < 256; ++i) {
    std::uint32_t value = i;
    for (int bit = 0; bit < 8; ++bit) {
      value = (value & 1) != 0 ? 0xEDB88320u ^ value >> 1 : value >> 1;
    }
    tables[0][i] = value;
  }
  for (std::size_t k = 1; k < tables.size(); ++k) {
    for (std::size_t i = 0; i < 256; ++i) {
      const std::uint32_t before = tables[k - 1][i];
      tables[k][i] = tables[0][before & 0xFF] ^ before >> 8;
    }
  }
  return tables;
}

/// The number in the first four bytes of a text, the lowest first.
inline std::uint32_t number_in(std::string_view bytes) {
  const auto byte = [bytes](std::size_t i) -> std::uint32_t {
    return static_cast<unsigned char>(bytes[i]);
  };
  // Compilers make one load of this expression, but not of a loop.
  return byte(0) | byte(1) << 8 | byte(2) << 16 | byte(3) << 24;
}

/// Continues a checksum, which begins with 0.
inline std::uint32_t checksum(std::string_view bytes, std::uint32_t before = 0) {
  static constexpr checksum_tables tables = make_checksum_tables();
  std::uint32_t crc = ~before;
  for (; bytes.size() >= 8; bytes.remove_prefix(8)) {
    const std::uint32_t low = crc ^ number_in(bytes);
    const std::uint32_t high = number_in(bytes.substr(4));
    crc = tables[7][low & 0xFF] ^ tables[6][low >> 8 & 0xFF] ^ tables[5][low >> 16 & 0xFF] ^
          tables[4][low >> 24] ^ tables[3][high & 0xFF] ^ tables[2][high >> 8 & 0xFF] ^
          tables[1][high >> 16 & 0xFF] ^ tables[0][high >> 24];
  }
  for (const char c : bytes) {
    crc = tables[0][(crc ^ static_cast<unsigned char>(c)) & 0xFF] ^ crc >> 8;
  }
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

/// The first bytes of a recording; the last character is the version of the format.
inline constexpr std::string_view file_signature = "milliamp-trace 1";

}  // namespace milliamp::detail::trace
