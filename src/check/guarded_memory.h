/// @file
/// Memory for the elements of arrays and views on REF, between two red zones. A pointer that leaves
/// the elements first leads to a red zone, which belongs to nothing.
#pragma once

#include "base/memory_range.h"
#include "race/memory_unit.h"

#include <cstddef>
#include <cstdint>
#include <vector>

namespace milliamp::detail::check {

/// Elements and the red zones around them.
struct guarded_range {
  base::memory_range whole;  ///< with both red zones
  base::memory_range elements;
  bool is_only_read = false;  ///< nothing writes the elements in the launch

  /// The part of the red zone that is in the page of the last element.
  base::memory_range rest_of_page() const {
    const std::uintptr_t page = race::page::number(elements.end() - 1);
    return {elements.end(), race::page::begin(page + 1) - elements.end()};
  }
};

class guarded_memory {
 public:
  /// The red zones contain zeros, and are as large as the elements: an untouched page is only
  /// address space.
  /// @throws std::bad_alloc
  explicit guarded_memory(std::size_t size);
  ~guarded_memory();
  guarded_memory(const guarded_memory&) = delete;
  guarded_memory& operator=(const guarded_memory&) = delete;

  /// The first element, at the beginning of a page.
  std::byte* data() const { return reinterpret_cast<std::byte*>(range_.elements.begin); }
  const base::memory_range& elements() const { return range_.elements; }

 private:
  guarded_range range_;
};

/// Fills the part of a red zone that is in the page of the last element with zeros, if the memory
/// still exists.
void clear_rest_of_page(const guarded_range& range);

/// The guarded memory of the process at the beginning of a launch. Its workers use it without a
/// lock.
class guarded_at_launch {
 public:
  guarded_at_launch();

  /// The elements and red zones that contain an address; null if none do.
  const guarded_range* find(std::uintptr_t address) const;
  const std::vector<guarded_range>& all() const { return ranges_; }
  /// Marks the elements for which a predicate holds as only read.
  template <class Predicate>
  void mark_only_read(Predicate is_only_read) {
    for (guarded_range& range : ranges_) range.is_only_read = is_only_read(range.elements);
  }

 private:
  std::vector<guarded_range> ranges_;  ///< sorted by address
};

}  // namespace milliamp::detail::check
