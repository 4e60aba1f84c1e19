/// @file
/// Any text is a compilation database or is refused, and the options of its entries can be read.
#include "compilation_database.h"
#include "error.h"

#include <cstdint>
#include <string_view>

namespace command = milliamp::command;

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  try {
    const std::string_view text(reinterpret_cast<const char*>(data), size);
    for (const command::database_entry& entry : command::parse_database(text)) {
      static_cast<void>(command::reading_options(entry));
    }
  } catch (const command::error&) {
  }
  return 0;
}
