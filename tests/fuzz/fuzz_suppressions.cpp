/// @file
/// Any text is a file of suppressions or is refused.
#include "report/suppressions.h"

#include <cstdint>
#include <stdexcept>
#include <string_view>

namespace report = milliamp::detail::report;

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  try {
    const std::string_view text(reinterpret_cast<const char*>(data), size);
    report::suppressions all("known", text);
    milliamp::finding found;
    found.kind = milliamp::finding_kind::race;
    found.name = "histogram_of_all";
    found.variable = "tile_static int histogram_of_all";
    static_cast<void>(all.suppress(found));
    static_cast<void>(all.unused());
  } catch (const std::invalid_argument&) {
  }
  return 0;
}
