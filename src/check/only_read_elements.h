/// @file
/// The shortest path for reads of global memory: of elements that nothing writes in the launch (see
/// launch_captures.h).
#pragma once

#include "base/memory_range.h"
#include "check/guarded_memory.h"

#include <milliamp/detail/always_inline.h>

#include <array>
#include <cstddef>
#include <cstdint>

namespace milliamp::detail::check {

/// What the call sites of one worker read.
class only_read_elements {
 public:
  void on_launch_begin(const guarded_at_launch& guarded);

  /// Whether an access is to elements that its call site has read before.
  /// @param key identifies the call site
  MILLIAMP_ALWAYS_INLINE bool has_found(std::uintptr_t key, std::uintptr_t address) const {
    const entry& known = entries_[slot_of(key)];
    return known.key == key && address - known.begin <= known.last;
  }
  /// Whether memory consists of elements that are only read. Remembers them for the call site.
  bool find(std::uintptr_t key, const base::memory_range& memory) {
    const guarded_range* const range = range_of(memory);
    if (range == nullptr) return false;
    entries_[slot_of(key)] = {key, range->elements.begin, range->elements.size - memory.size};
    return true;
  }
  bool contain(const base::memory_range& memory) const { return range_of(memory) != nullptr; }

 private:
  struct entry {
    std::uintptr_t key = 0;  ///< 0: no entry
    std::uintptr_t begin = 0;
    std::size_t last = 0;  ///< the largest offset of an access
  };

  static std::size_t slot_of(std::uintptr_t key) { return (key ^ key >> 7) % most; }
  /// The elements that contain memory and are only read; null if there are none.
  const guarded_range* range_of(const base::memory_range& memory) const {
    if (empty_) return nullptr;
    const guarded_range* const range = guarded_->find(memory.begin);
    const bool contains_it = range != nullptr && range->elements.contains(memory);
    return contains_it && range->is_only_read ? range : nullptr;
  }

  static constexpr std::size_t most = 128;

  std::array<entry, most> entries_{};  ///< a direct-mapped cache
  const guarded_at_launch* guarded_ = nullptr;
  bool empty_ = true;  ///< nothing is only read
};

}  // namespace milliamp::detail::check
