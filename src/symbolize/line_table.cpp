#include "symbolize/line_table.h"

#include "base/stack_bounds.h"

#include <system_error>
#include <thread>

namespace milliamp::detail::symbolize {

namespace {

/// dwarf_getsrclines() of elfutils 0.188 needs 150 KiB.
constexpr std::size_t needed_stack = 192 * 1024;

}  // namespace

bool read_line_table(Dwarf_Die& unit) {
  if (base::has_stack(needed_stack)) return true;
  try {
    std::thread([&unit] {
      Dwarf_Lines* lines = nullptr;
      std::size_t count = 0;
      dwarf_getsrclines(&unit, &lines, &count);
    }).join();
    return true;
  } catch (const std::system_error&) {
    return false;
  }
}

}  // namespace milliamp::detail::symbolize
