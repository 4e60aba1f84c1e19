// Recordings that are truncated or have been altered.

#include "trace/recorded_program.h"
#include "trace/recording_format.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cstdint>
#include <random>
#include <string>

namespace {

using namespace milliamp::detail::trace;
using milliamp::tests::record;
using testing::AnyOf;
using testing::HasSubstr;
using testing::StartsWith;

/// The message of the error, or an empty string.
std::string error_of(const std::string& bytes) {
  try {
    parse_recording(bytes);
  } catch (const bad_recording& bad) {
    return bad.what();
  }
  return "";
}

TEST(DamagedRecording, IsRejectedAtEveryLength) {
  const std::string whole = record("late_race");
  ASSERT_EQ(error_of(whole), "");
  for (std::size_t length = 0; length < whole.size(); ++length) {
    EXPECT_THAT(error_of(whole.substr(0, length)), StartsWith("the recording is truncated"))
        << length;
  }
}

TEST(DamagedRecording, IsRejectedWithAnyBitChanged) {
  std::string bytes = record("exchange", "trace_tiles=1");
  for (std::size_t i = 0; i < bytes.size(); ++i) {
    for (int bit = 0; bit < 8; ++bit) {
      bytes[i] = static_cast<char>(bytes[i] ^ 1 << bit);
      EXPECT_NE(error_of(bytes), "") << i << ' ' << bit;
      bytes[i] = static_cast<char>(bytes[i] ^ 1 << bit);
    }
  }
}

/// Altered on purpose: the checksums are right.
TEST(DamagedRecording, NeverCrashesTheReader) {
  const std::string whole = record("late_race");
  std::mt19937 random(1);
  for (int run = 0; run < 3000; ++run) {
    std::string bytes = whole;
    for (int i = 0; i < 3; ++i)
      bytes[16 + random() % (bytes.size() - 16)] = static_cast<char>(random());
    // Repairs the checksum of each chunk.
    for (std::size_t at = 16; at + 12 <= bytes.size();) {
      const std::size_t length = number_in(std::string_view(bytes).substr(at + 4));
      if (length > bytes.size() - at - 12) break;
      const auto crc = as_bytes(checksum({std::string_view(bytes).substr(at, 8 + length)}));
      bytes.replace(at + 8 + length, 4, crc.data(), 4);
      at += 12 + length;
    }
    try {
      to_json(parse_recording(bytes));
    } catch (const bad_recording&) {
    }
  }
}

TEST(DamagedRecording, IsNamedInTheError) {
  EXPECT_EQ(error_of("#include <amp.h>"), "the file is not a recording");
  EXPECT_THAT(error_of("milliamp-trace 9"), HasSubstr("a format that this version cannot read"));
  try {
    read_recording("/nonexistent/recording");
    FAIL();
  } catch (const bad_recording& bad) {
    EXPECT_STREQ(bad.what(), "cannot read '/nonexistent/recording': No such file or directory");
  }
}

TEST(Checksum, IsThatOfZlib) {
  EXPECT_EQ(checksum({""}), 0u);
  EXPECT_EQ(checksum({"123456789"}), 0xCBF43926u);  // the published check value
  const std::string_view text = "123456789";
  for (std::size_t i = 0; i <= text.size(); ++i) {
    EXPECT_EQ(checksum({text.substr(0, i), text.substr(i)}), checksum({text})) << i;
  }
}

}  // namespace
