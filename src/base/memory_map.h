/// @file
/// Which addresses lead to memory.
#pragma once

#include "base/memory_range.h"

#include <array>
#include <cstdint>

namespace milliamp::detail::base {

/// Whether an address is that of a null pointer, or of a member of what it points to: Linux maps
/// nothing below this limit (vm.mmap_min_addr).
constexpr bool is_null(std::uintptr_t address) { return address < 0x10000; }

/// Whether all bytes of a range can be loaded. Four system calls.
/// @param range at most PIPE_BUF bytes
bool is_readable(const memory_range& range);

/// The pages where memory was found: a direct-mapped cache, which saves a system call for them.
class mapped_pages {
 public:
  /// Whether the process has mapped all pages of a range. A page may still be inaccessible.
  /// @param range not empty
  bool contain(const memory_range& range);

 private:
  std::array<std::uintptr_t, 256> numbers_{};
};

}  // namespace milliamp::detail::base
