/// @file
/// Any bytes are a recording or are refused, and a recording can be shown. Mutated recordings get
/// right checksums: otherwise nearly all would be refused for those.
#include "trace/chrome_trace.h"
#include "trace/events.h"
#include "trace/recording.h"
#include "trace/recording_format.h"

#include <cstdint>
#include <cstring>
#include <string>
#include <string_view>

namespace trace = milliamp::detail::trace;

extern "C" std::size_t LLVMFuzzerMutate(std::uint8_t* data, std::size_t size, std::size_t most);

namespace {

std::uint32_t number_at(const std::uint8_t* place) {
  std::uint32_t number;
  std::memcpy(&number, place, sizeof number);
  return number;
}

/// Makes the checksum of each chunk, and the number of chunks at the end, right.
void repair(std::uint8_t* data, std::size_t size) {
  std::uint32_t chunks = 0;
  for (std::size_t at = trace::file_signature.size(); size >= at + 12; ++chunks) {
    const std::size_t length = number_at(data + at + 4);
    if (length > size - at - 12) return;
    if (std::memcmp(data + at, "ENDR", 4) == 0 && length == 4) {
      std::memcpy(data + at + 8, &chunks, sizeof chunks);
    }
    const std::uint32_t crc =
        trace::checksum({std::string_view(reinterpret_cast<const char*>(data + at), 8 + length)});
    std::memcpy(data + at + 8 + length, &crc, sizeof crc);
    at += 12 + length;
  }
}

}  // namespace

extern "C" std::size_t LLVMFuzzerCustomMutator(std::uint8_t* data, std::size_t size,
                                               std::size_t most, unsigned) {
  size = LLVMFuzzerMutate(data, size, most);
  repair(data, size);
  return size;
}

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  try {
    const trace::recording read =
        trace::parse_recording(std::string(reinterpret_cast<const char*>(data), size));
    static_cast<void>(trace::to_json(read));
    static_cast<void>(trace::to_chrome_trace(read));
  } catch (const trace::bad_recording&) {
  }
  return 0;
}
