/// @file
/// The object of the program that contains the data of a view.
#pragma once

#include "base/memory_range.h"

#include <cstddef>
#include <optional>
#include <string>

namespace milliamp::detail::coherence {

/// A block of heap memory or a variable of the program.
struct source {
  base::memory_range memory;
  std::string description;  ///< such as "a heap block of 64 bytes"

  /// The bytes from an address in it up to its end.
  std::size_t size_after(const void* address) const {
    return memory.end() - reinterpret_cast<std::uintptr_t>(address);
  }
};

/// Returns the object that contains the byte at an address, but not all of the `size` bytes there.
/// Nothing if there is none, or if the object is not known: memory of allocators that are not
/// instrumented, and local variables of functions without debug information.
std::optional<source> find_small_source(const void* address, std::size_t size);

}  // namespace milliamp::detail::coherence
