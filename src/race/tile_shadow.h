/// @file
/// Shadow memory of the tile_static variables of one worker.
///
/// Only barriers order the threads of a tile (but see exact_history for fences). Accesses by
/// different threads in one epoch are concurrent under every schedule, and accesses in different
/// epochs never are (spec 8.1.2.3). Time is counted in rounds: each barrier begins one. A barrier
/// whose fence omits tile_static memory begins a round but no epoch, so reports can say that such a
/// barrier is between two accesses.
#pragma once

#include "engine/tile_arena.h"
#include "race/access.h"
#include "race/shadow_slot.h"

#include <milliamp/detail/tile.h>

#include <cstddef>
#include <cstdint>
#include <unordered_map>
#include <vector>

namespace milliamp::detail::race {

/// Receives the events that the shadow memory detects.
class tile_shadow_observer {
 public:
  /// Two accesses to a word race.
  /// @param earlier the slot of the earlier access
  /// @param key the access of the running thread
  /// @param is_last whether no other thread and no other call site has written the bytes since
  virtual void on_tile_race(slot earlier, slot key, std::uintptr_t word, bool is_last) = 0;
  /// A write to a word in which writes have raced in this epoch.
  virtual void on_watched_write(std::uintptr_t word) = 0;
  /// A read of bytes that no thread of the tile has written.
  virtual void on_unwritten_read(slot key, std::uintptr_t word) = 0;

 protected:
  ~tile_shadow_observer() = default;
};

class tile_shadow {
 public:
  explicit tile_shadow(tile_shadow_observer& observer) : observer_(observer) {}

  /// Covers the variables of the arena with empty shadow memory.
  void set_regions(const engine::tile_arena& arena);

  /// Begins an epoch in which no byte has been written.
  void begin_tile();
  /// All threads have passed a barrier with a fence of this kind.
  void end_round(fence kind);

  /// The key of an access in this round.
  slot key_of(operation op, std::uint32_t site, std::uint64_t bytes) const {
    return slot::make_key(kind_of(op), round_key_, site, bytes);
  }
  /// Whether access_word() may be called for the address: it is in the region of the last call of
  /// access_range().
  bool is_in_short_reach(std::uintptr_t address) const { return address - begin_ < reach_; }
  /// Whether no barrier has been passed in the running epoch.
  bool is_first_round() const { return round_ == epoch_begin_; }
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
    const shadow_cell& cell = r->cells[(word - r->begin) / 4];
    for (const slot s : cell.slots) {
      if (s.round() < epoch_begin_) break;
      if (!s.is_watch()) f(s);
    }
    if (const auto found = overflows_.find(&cell); found != overflows_.end()) {
      for (const slot s : found->second) f(s);
    }
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
    return const_cast<tile_shadow*>(this)->find(address);
  }

  void access_changing_word(std::uintptr_t word, operation op, slot key, thread_number thread);
  bool is_second_step(const shadow_cell& cell, slot key, thread_number thread) const;
  void access_cell(shadow_cell& cell, std::uint8_t& written, std::uintptr_t word, operation op,
                   slot key, thread_number thread);
  void record_contents(std::uint8_t& written, std::uintptr_t word, operation op, slot key) {
    if (needs_value(op) && (written & key.bytes()) == 0) observer_.on_unwritten_read(key, word);
    if (writes(op)) written = static_cast<std::uint8_t>(written | key.bytes());
  }

  bool is_last_write(const shadow_cell& cell, const std::vector<slot>* overflow, slot earlier,
                     unsigned bytes) const;
  void watch(shadow_cell& cell);
  bool is_watched(const shadow_cell& cell) const {
    return cell.slots[0].is_watch() && cell.slots[0].round() >= epoch_begin_;
  }
  void access_shared_cell(shadow_cell& cell, std::uintptr_t word, slot key, thread_number thread);
  void set_round(std::uint64_t round);
  void forget();
  void renumber();
  void renumber(shadow_cell& cell);

  // Used by every access.
  std::uintptr_t begin_ = 0;
  std::size_t reach_ = 0;
  shadow_cell* cells_ = nullptr;
  std::uint8_t* written_ = nullptr;
  slot round_key_;
  std::uint64_t round_ = 0;
  std::uint64_t epoch_begin_ = 1;  ///< the round with which the current epoch began

  tile_shadow_observer& observer_;
  std::uintptr_t lowest_ = 0;  ///< of all regions
  std::size_t span_ = 0;       ///< from lowest_ to the end of the last region
  std::vector<region> regions_;
  std::unordered_map<const shadow_cell*, std::vector<slot>> overflows_;
};

}  // namespace milliamp::detail::race
