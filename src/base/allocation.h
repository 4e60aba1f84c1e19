/// @file
/// The blocks of heap memory of the program, as far as they are known.
#pragma once

#include "base/memory_range.h"

#include <cstddef>
#include <cstdint>
#include <optional>

namespace milliamp::detail::base {

/// Records a block that instrumented code has allocated. Takes no lock. Not every block stays
/// known: the table has a fixed size and prefers large blocks.
void record_allocation(std::uintptr_t begin, std::size_t size);
/// Forgets a block before it is freed.
void forget_allocation(std::uintptr_t begin);

/// Returns the known block that contains the first byte of a range. Code that is not instrumented
/// frees blocks without a record. Most of these are recognized when their memory is in use again.
/// If several blocks contain the byte nevertheless, returns the one that ends last, or the one that
/// begins with the range if that contains the whole range, which is found faster.
std::optional<memory_range> allocation_at(const memory_range& range);

}  // namespace milliamp::detail::base
