/// @file
/// Direct-mapped cache of the records that a worker has used recently, by call site and page. It is
/// part of the short path for global memory.
#pragma once

#include "race/access_set.h"
#include "race/memory_unit.h"

#include <array>
#include <atomic>
#include <cstddef>
#include <cstdint>

namespace milliamp::detail::race {

class access_cache {
 public:
  struct entry {
    std::uintptr_t key = 0;   ///< identifies call site and kind of access; 0: no entry
    std::uintptr_t page = 0;  ///< the number of the page
    // What page_access has:
    owned_bytes* owned = nullptr;
    lowest_threads* words = nullptr;
    std::atomic<std::uint64_t>* written = nullptr;  ///< see page_use
    std::uint32_t call_site = 0;
    std::uint32_t bytes = 0;
  };

  void clear() { entries_ = {}; }

  static std::uintptr_t key_of(std::uintptr_t call_site_key, report::access_kind kind) {
    return call_site_key ^ (static_cast<std::uintptr_t>(kind) + 1) << 60;
  }
  /// The entry of a call site and a page; null if there is none.
  const entry* find(std::uintptr_t key, std::uintptr_t page) const {
    const entry& known = entries_[slot_of(key, page)];
    return known.key == key && known.page == page ? &known : nullptr;
  }
  /// Adds an entry, which replaces another one.
  const entry* add(const entry& added) {
    return &(entries_[slot_of(added.key, added.page)] = added);
  }

 private:
  std::size_t slot_of(std::uintptr_t key, std::uintptr_t page) const {
    return (key ^ key >> 11 ^ page ^ page << 5) % entries_.size();
  }

  std::array<entry, 1024> entries_{};
};

}  // namespace milliamp::detail::race
