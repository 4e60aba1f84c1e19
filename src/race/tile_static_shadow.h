/// @file
/// Shadow memory of the tile_static variables of one worker. It also knows which of their bytes the
/// tile has written.
#pragma once

#include "engine/tile_arena.h"
#include "race/tile_shadow.h"

#include <cstddef>
#include <cstdint>
#include <vector>

namespace milliamp::detail::race {

class tile_static_shadow final : public tile_shadow {
 public:
  explicit tile_static_shadow(tile_shadow_observer& observer)
      : tile_shadow(memory_kind::tile_static, observer) {}

  /// Covers the variables of the arena with empty shadow memory.
  void set_regions(const engine::tile_arena& arena);

  /// Begins an epoch in which no byte has been written.
  void begin_tile();

  /// Whether access_word() may be called for the address: it is in the region of the last call of
  /// access_range().
  bool is_in_short_reach(std::uintptr_t address) const { return address - begin_ < reach_; }
  /// Whether the address is in any region.
  bool contains(std::uintptr_t address) const {
    return address - lowest_ < span_ && find(address) != nullptr;
  }

  /// Records an access to bytes of a word that is_in_short_reach().
  MILLIAMP_ALWAYS_INLINE void access_word(std::uintptr_t word, operation op, slot key,
                                          thread_number thread) {
    if (cell_of(word).slots[0].covers(key, thread)) [[likely]]
      return;
    access_changing_word(word, op, key, thread);
  }

  /// Records only which bytes of a word an access writes, or reads unwritten. For any region.
  void record_contents(std::uintptr_t word, operation op, std::uint32_t site, std::uint64_t bytes) {
    region* r = find(word);
    record_contents(r->written[(word - r->begin) / 4], word, op, key_of(op, site, bytes));
  }

  /// Whether the tile has written to any byte of a memory range within one region.
  bool is_written(const void* begin, std::size_t size) const;

  /// Calls f(slot) for each access to a word in this epoch. For any region.
  template <class F>
  void for_each_access(std::uintptr_t word, F f) const {
    const region* const r = find(word);
    tile_shadow::for_each_access(r->cells[(word - r->begin) / 4], f);
  }

  /// Records an access to bytes of any region.
  void access_range(std::uintptr_t address, std::size_t size, operation op, std::uint32_t site,
                    thread_number thread);

 private:
  struct region {
    std::uintptr_t begin;
    std::size_t size;
    std::vector<shadow_cell> cells;
    std::vector<std::uint8_t> written;  ///< for each word, one bit per byte
    bool has_unknown;                   ///< its variables are unknown: all bytes count as written
  };

  /// The cell of a word in short reach. A cell is eight times as large as its word, so the address
  /// computation needs no division.
  const shadow_cell& cell_of(std::uintptr_t word) const {
    static_assert(sizeof(shadow_cell) == 8 * 4);
    const auto* const cells = reinterpret_cast<const std::byte*>(cells_);
    return *reinterpret_cast<const shadow_cell*>(cells + (word - begin_) * 8);
  }

  region* find(std::uintptr_t address);
  const region* find(std::uintptr_t address) const {
    return const_cast<tile_static_shadow*>(this)->find(address);
  }

  void access_changing_word(std::uintptr_t word, operation op, slot key, thread_number thread);
  void record_contents(std::uint8_t& written, std::uintptr_t word, operation op, slot key) {
    if (needs_value(op) && (written & key.bytes()) == 0) observer().on_unwritten_read(key, word);
    if (writes(op)) written = static_cast<std::uint8_t>(written | key.bytes());
  }
  void for_each_cell(const std::function<void(shadow_cell&)>& f) override;

  // Used by every access.
  std::uintptr_t begin_ = 0;
  std::size_t reach_ = 0;
  shadow_cell* cells_ = nullptr;
  std::uint8_t* written_ = nullptr;

  std::uintptr_t lowest_ = 0;  ///< of all regions
  std::size_t span_ = 0;       ///< from lowest_ to the end of the last region
  std::vector<region> regions_;
};

}  // namespace milliamp::detail::race
