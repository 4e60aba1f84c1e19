/// @file
/// The accesses of consecutive threads of an untiled launch, each to an element of its own, as in
/// `x[i]`, where i is the index of the thread.
#pragma once

#include "race/access.h"
#include "race/memory_unit.h"

#include <algorithm>
#include <cstddef>
#include <cstdint>

namespace milliamp::detail::race {

struct element_row {
  std::uintptr_t begin;  ///< the address of the first element
  std::size_t stride;    ///< the distance of elements, in bytes
  std::size_t size;      ///< the size of what each thread accesses, in bytes
  std::size_t count;     ///< the number of elements
  thread_id first;       ///< the thread that accesses the first element

  std::uintptr_t end() const { return begin + (count - 1) * stride + size; }
  /// Whether no access spans two words or pages.
  bool is_aligned() const { return begin % size == 0 && stride % size == 0; }
};

/// Calls f(part) for the elements in each page, until a call returns false.
/// @return whether none has
template <class F>
bool for_each_page_of(const element_row& row, F f) {
  for (element_row rest = row; rest.count != 0;) {
    element_row part = rest;
    const std::size_t left_in_page = page::size - page::offset(part.begin);
    part.count = std::min(rest.count, (left_in_page + row.stride - 1) / row.stride);
    if (!f(part)) return false;
    rest.begin += part.count * row.stride;
    rest.first += static_cast<thread_id>(part.count);
    rest.count -= part.count;
  }
  return true;
}

}  // namespace milliamp::detail::race
