/// @file
/// Any text is a saved schedule or is refused.
#include "engine/saved_schedule.h"

#include <cstdint>
#include <stdexcept>
#include <string>

using milliamp::detail::engine::saved_schedule;

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  try {
    const saved_schedule read(std::string(reinterpret_cast<const char*>(data), size));
    static_cast<void>(read.order_changes(0));
    static_cast<void>(read.thread_changes(0, 0));
  } catch (const std::invalid_argument&) {
  }
  return 0;
}
