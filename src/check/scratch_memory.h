/// @file
/// Scratch memory that replaces elements out of bounds.
#pragma once

#include <cstddef>
#include <cstdint>

namespace milliamp::detail::check {

/// Returns memory of at least this size that contains nothing else, filled with zeros. Each OS
/// thread reuses its own scratch memory.
void* out_of_bounds_scratch(std::size_t size);

/// Whether the calling thread has scratch memory. Most threads have none, so the test is cheap.
constinit extern thread_local bool has_out_of_bounds_scratch
    __attribute__((tls_model("initial-exec")));

bool is_in_scratch_blocks(std::uintptr_t address);
/// Whether an address is in the scratch memory of the calling thread.
inline bool is_out_of_bounds_scratch(std::uintptr_t address) {
  return has_out_of_bounds_scratch && is_in_scratch_blocks(address);
}

}  // namespace milliamp::detail::check
