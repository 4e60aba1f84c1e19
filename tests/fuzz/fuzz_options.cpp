/// @file
/// Any text is options or is refused, and options survive being written and read again.
#include "base/options.h"

#include <cstdint>
#include <cstdlib>
#include <stdexcept>
#include <string_view>

namespace base = milliamp::detail::base;

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  try {
    const std::string_view given(reinterpret_cast<const char*>(data), size);
    const std::string text = to_string(base::parse_options(given));
    if (to_string(base::parse_options(text)) != text) std::abort();
  } catch (const std::invalid_argument&) {  // the only exception that is expected
  }
  return 0;
}
