/// @file
/// Any text is the recording of a schedule or is refused.
#include "engine/recording.h"

#include <cstdint>
#include <stdexcept>
#include <string>

using milliamp::detail::engine::recording;

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  try {
    const recording read(std::string(reinterpret_cast<const char*>(data), size));
    static_cast<void>(read.order_changes(0));
    static_cast<void>(read.thread_changes(0, 0));
  } catch (const std::invalid_argument&) {
  }
  return 0;
}
