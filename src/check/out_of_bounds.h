/// @file
/// Memory that stands for elements that are not there.
#pragma once

#include <cstddef>
#include <cstdint>

namespace milliamp::detail {

/// Memory of at least that size that nothing else is in. The calling thread gives out the same
/// again each time; what is written there means nothing.
void* out_of_bounds_scratch(std::size_t size);

/// Whether an address is in such memory of the calling thread.
bool is_out_of_bounds_scratch(std::uintptr_t address);

}  // namespace milliamp::detail
