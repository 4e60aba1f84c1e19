/// @file
/// Shadow memory of the tile_static variables of one worker.
///
/// The threads of a tile are ordered by barriers alone (but see exact_history for fences), so two
/// accesses to a byte by different threads in one epoch are concurrent whatever the schedule, and
/// two in different epochs never are (spec 8.1.2.3). Epochs are counted in rounds, from barrier to
/// barrier of any kind; a barrier whose fence leaves tile_static memory out begins a round but no
/// epoch, which is how a report can tell that such a barrier stands between two accesses.
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

/// What the shadow memory tells of what it finds.
class tile_shadow_observer {
 public:
  /// Two accesses to a word race: `earlier` is in its shadow, `key` is the current thread's.
  /// @param is_last whether no other thread, nor another place, has written the bytes since
  virtual void on_tile_race(slot earlier, slot key, std::uintptr_t word, bool is_last) = 0;
  /// A write to a word in which writes race, or raced before in this epoch.
  virtual void on_watched_write(std::uintptr_t word) = 0;
  /// A read of bytes that nobody has written in this tile.
  virtual void on_unwritten_read(slot key, std::uintptr_t word) = 0;

 protected:
  ~tile_shadow_observer() = default;
};

class tile_shadow {
 public:
  explicit tile_shadow(tile_shadow_observer& observer) : observer_(observer) {}

  /// Takes the places of the variables from the arena; all that was known is forgotten.
  void set_regions(const engine::tile_arena& arena);

  /// All that was known is history, and no byte has been written.
  void begin_tile();
  /// All threads have passed a barrier with this fence.
  void end_round(fence kind);

  /// The key of an access now.
  slot key_of(operation op, std::uint32_t site, std::uint64_t bytes) const {
    return slot::make_key(kind_of(op), round_key_, site, bytes);
  }
  /// Whether access_word() may be called for the address: it lies in the region that access_range()
  /// was last called for.
  bool is_in_short_reach(std::uintptr_t address) const { return address - begin_ < reach_; }
  /// Whether the address lies in any region.
  bool contains(std::uintptr_t address) const {
    return address - lowest_ < span_ && find(address) != nullptr;
  }

  /// An access of the thread to some bytes of a word that is_in_short_reach().
  MILLIAMP_ALWAYS_INLINE void access_word(std::uintptr_t word, operation op, slot key,
                                          thread_number thread) {
    if (cell_of(word).slots[0].covers(key, thread)) [[likely]]
      return;
    access_changing_word(word, op, key, thread);
  }

  /// What an access to some bytes of a word of any region does to their contents, and no more.
  void record_contents(std::uintptr_t word, operation op, std::uint32_t site, std::uint64_t bytes) {
    region* r = find(word);
    record_contents(r->written[(word - r->begin) / 4], word, op, key_of(op, site, bytes));
  }

  /// Whether the tile has written to any of a piece of memory, all of which is in one region.
  bool is_written(const void* begin, std::size_t size) const;

  /// Calls f(slot) for what is known of a word of any region in the running epoch.
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

  /// An access to any bytes of any region.
  void access_range(std::uintptr_t address, std::size_t size, operation op, std::uint32_t site,
                    thread_number thread);

 private:
  struct region {
    std::uintptr_t begin;
    std::size_t size;
    std::vector<shadow_cell> cells;
    std::vector<std::uint8_t> written;  ///< for each word, a bit for each byte
    bool has_unknown;                   ///< variables, which a tile may read before it writes them
  };

  /// The cell of a word in short reach. A cell is eight times as large as its word, so its place
  /// takes no division.
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

  // Touched by every access.
  std::uintptr_t begin_ = 0;
  std::size_t reach_ = 0;
  shadow_cell* cells_ = nullptr;
  std::uint8_t* written_ = nullptr;
  slot round_key_;
  std::uint64_t round_ = 0;
  std::uint64_t epoch_begin_ = 1;  ///< the round with which the current epoch began

  tile_shadow_observer& observer_;
  std::uintptr_t lowest_ = 0;  ///< of all regions
  std::size_t span_ = 0;       ///< from there to the end of the last
  std::vector<region> regions_;
  std::unordered_map<const shadow_cell*, std::vector<slot>> overflows_;
};

}  // namespace milliamp::detail::race
