/// @file
/// Memory that stands for elements that are not there.
#pragma once

#include <cstddef>
#include <cstdint>

namespace milliamp::detail::check {

/// Memory of at least that size that nothing else is in. The calling thread gives out the same
/// again each time; what is written there means nothing.
void* out_of_bounds_scratch(std::size_t size);

/// Tells that the calling thread has such memory, at no cost to the many that have none.
constinit extern thread_local bool has_out_of_bounds_scratch
    __attribute__((tls_model("initial-exec")));

bool is_in_out_of_bounds_scratch(std::uintptr_t address);
/// Whether an address is in such memory of the calling thread.
inline bool is_out_of_bounds_scratch(std::uintptr_t address) {
  return has_out_of_bounds_scratch && is_in_out_of_bounds_scratch(address);
}

}  // namespace milliamp::detail::check
