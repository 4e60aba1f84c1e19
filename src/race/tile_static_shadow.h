/// @file
/// Shadow memory of the tile_static variables of one worker. It also knows which of their bytes the
/// tile has written, and which bytes are red zones.
///
/// Reads alone never conflict. So while the threads only read in an epoch, what their loops read is
/// listed, and recorded in shadow memory only if something else than a plain read follows in the
/// epoch. In a product of matrices nothing does: the list is dropped at the next barrier.
#pragma once

#include "engine/tile_arena.h"
#include "race/row_read.h"
#include "race/tile_shadow.h"
#include "race/written_ranges.h"

#include <algorithm>
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
  /// All threads have passed a barrier with this fence.
  void end_round(fence kind);

  /// Whether the short path may be taken for the address: it is in the region of the last call of
  /// access_range().
  bool is_in_short_reach(std::uintptr_t address) const { return address - begin_ < reach_; }
  /// Whether it may be called for all values from an address on, each stride bytes after the last.
  bool are_in_short_reach(std::uintptr_t first, std::ptrdiff_t stride, std::size_t count) const {
    // Regions are smaller than 4 GB, so the product does not overflow after the other tests.
    const auto reach = static_cast<std::ptrdiff_t>(reach_);
    return is_in_short_reach(first) && count - 1 < reach_ && stride <= reach && -reach <= stride &&
           is_in_short_reach(first + static_cast<std::uintptr_t>(stride) * (count - 1));
  }
  /// Whether the address is in any region.
  bool contains(std::uintptr_t address) const {
    return address - lowest_ < span_ && find(address) != nullptr;
  }

  /// Whether the shadow memory of a word that is_in_short_reach() already represents an access.
  MILLIAMP_ALWAYS_INLINE bool covers(std::uintptr_t word, slot key, thread_number thread) const {
    return first_slot_of(word).covers(key, thread);
  }
  /// Remembers an access that its shadow memory covers.
  MILLIAMP_ALWAYS_INLINE void remember(std::uintptr_t word, slot key, thread_number thread) {
    tile_shadow::remember(first_slot_of(word), word, key, thread);
  }
  /// Returns whether shadow memory covers an access. If so, also remembers it.
  MILLIAMP_ALWAYS_INLINE bool has_recorded(std::uintptr_t word, slot key, thread_number thread) {
    return tile_shadow::has_recorded(first_slot_of(word), word, key, thread);
  }
  /// Records an access to bytes of a word that is_in_short_reach(), if the epoch has not accessed
  /// the word before. Calls nothing.
  /// @return false if access_changing_word() must be called
  MILLIAMP_ALWAYS_INLINE bool access_new_word(std::uintptr_t word, operation op, slot key,
                                              thread_number thread) {
    slot& first = first_slot_of(word);
    word_contents& contents = contents_of(word);
    if (is_current(first) || !may_access(contents, op, key) || must_record_rows(op)) return false;
    first = key.with_thread(thread);
    if (writes(op)) contents = static_cast<word_contents>(contents | key.bytes());
    return true;
  }
  /// Records an access to bytes of a word that is_in_short_reach() and does not cover it.
  /// @return false if some of them are in a red zone
  bool access_changing_word(std::uintptr_t word, operation op, slot key, thread_number thread);
  /// Does so by access_new_word() if possible.
  MILLIAMP_ALWAYS_INLINE bool access_uncovered_word(std::uintptr_t word, operation op, slot key,
                                                    thread_number thread) {
    return access_new_word(word, op, key, thread) || access_changing_word(word, op, key, thread);
  }

  /// Records reads of values that are all in short reach. Those that are recorded before it returns
  /// false may be recorded again. The arguments are those of row_read: a copy of a row that has
  /// just been made would wait for its members to be stored.
  /// @return false at a word that the tile has not written, or that is in a red zone
  MILLIAMP_ALWAYS_INLINE bool read_row(std::uintptr_t first, std::ptrdiff_t stride,
                                       std::uint32_t count, std::uint32_t words, slot access) {
    if (!records_rows_ && rows_.size() < most_rows) {
      rows_.emplace_back(first, stride, count, words, access);
      if (is_written(rows_.back())) return true;
      rows_.pop_back();
    }
    return record_row({first, stride, count, words, access});
  }
  /// Records the listed reads. Later ones of the epoch are recorded at once.
  void record_rows();

  /// Records only which bytes of a word an access writes, or reads unwritten. For any region.
  void record_contents(std::uintptr_t word, operation op, std::uint32_t call_site,
                       std::uint64_t bytes) {
    region* r = find(word);
    record_contents(r->contents[(word - r->begin) / 4], word, op, key_of(op, call_site, bytes),
                    true);
  }

  /// Whether the tile has written to any byte of a memory range within one region.
  bool is_written(const void* begin, std::size_t size) const;

  /// The number of bytes of a memory range, from its first, that are in the same region as the
  /// first. 0 if that is in no region.
  std::size_t size_in_region(std::uintptr_t address, std::size_t size) const {
    const region* const r = find(address);
    return r == nullptr ? 0 : r->size_within(address, size);
  }

  /// The number of the first bytes of a memory range, within one region, that are in no red zone.
  std::size_t size_before_red_zone(std::uintptr_t address, std::size_t size) const;

  /// Calls f(slot) for each access to a word in this epoch. For any region.
  template <class F>
  void for_each_access(std::uintptr_t word, F f) const {
    const region* const r = find(word);
    tile_shadow::for_each_access(const_cast<region*>(r)->cell_of(word), f);
  }

  /// Records an access to bytes of any region.
  void access_range(std::uintptr_t address, std::size_t size, operation op, std::uint32_t call_site,
                    thread_number thread);

 private:
  /// For a word, one bit per byte that has been written, and above them one per byte of a red zone.
  using word_contents = std::uint8_t;
  static constexpr unsigned red_zone_shift = 4;
  static constexpr word_contents all_written = 15;  ///< and no red zone
  static constexpr std::size_t most_rows = 4096;    ///< the limit of listed rows

  struct region {
    region(const engine::tile_arena::region& covered);

    std::uintptr_t begin;
    std::size_t size;
    std::vector<slot> slots;  ///< the first ones of all words, then the second ones, …
    std::vector<word_contents> contents;
    std::vector<word_contents> initial_contents;  ///< the contents at the beginning of a tile
    bool has_unknown;  ///< its variables are unknown: all bytes count as written

    /// The number of the first bytes of a memory range that are in the region.
    std::size_t size_within(std::uintptr_t address, std::size_t length) const {
      return std::min(length, begin + size - address);
    }
    shadow_cell cell_of(std::uintptr_t word) {
      return {&slots[(word - begin) / 4], contents.size()};
    }
  };

  /// The first slot of a word in short reach. A slot is twice as large as its word, so the address
  /// computation needs no division.
  slot& first_slot_of(std::uintptr_t word) const {
    static_assert(sizeof(slot) == 2 * 4);
    auto* const slots = reinterpret_cast<std::byte*>(first_slots_);
    return *reinterpret_cast<slot*>(slots + (word - begin_) * 2);
  }
  /// The contents of a word in short reach.
  word_contents& contents_of(std::uintptr_t word) const { return contents_[(word - begin_) / 4]; }

  region* find(std::uintptr_t address);
  const region* find(std::uintptr_t address) const {
    return const_cast<tile_static_shadow*>(this)->find(address);
  }

  /// Whether the tile has written all bytes of a row.
  bool is_written(const row_read& row) {
    return written_.contains(row.span()) || find_written(row);
  }
  bool find_written(const row_read& row);
  /// Whether the listed reads must be recorded before an operation.
  bool must_record_rows(operation op) const { return op != operation::read && !records_rows_; }
  bool record_row(const row_read& row);
  bool record_words(std::uintptr_t first, const row_read& row);
  bool access_after_rows(std::uintptr_t word, operation op, slot key, thread_number thread);
  bool access_shared_word(std::uintptr_t word, operation op, slot key, thread_number thread);
  /// Whether an access has bytes in a red zone.
  static bool are_in_red_zone(word_contents contents, slot key) {
    return (contents >> red_zone_shift & key.bytes()) != 0;
  }
  /// Whether an access has no bytes in a red zone and needs no value of bytes that are unwritten.
  static bool may_access(word_contents contents, operation op, slot key) {
    return !are_in_red_zone(contents, key) && (!needs_value(op) || (contents & key.bytes()) != 0);
  }
  /// @param is_new whether no slot covers the access. The short path skips most accesses that a
  /// slot covers, so none of them is counted.
  void record_contents(word_contents& contents, std::uintptr_t word, operation op, slot key,
                       bool is_new) {
    if (is_new && needs_value(op) && (contents & key.bytes()) == 0) {
      observer().on_unwritten_read(key, word);
    }
    if (writes(op)) contents = static_cast<word_contents>(contents | key.bytes());
  }
  void for_each_cell(const std::function<void(shadow_cell)>& f) override;

  // Used by every access.
  std::uintptr_t begin_ = 0;
  std::size_t reach_ = 0;
  slot* first_slots_ = nullptr;
  std::size_t words_ = 0;
  word_contents* contents_ = nullptr;
  bool records_rows_ = false;  ///< the epoch has other accesses than plain reads

  std::vector<row_read> rows_;  ///< reads that are not yet recorded; all in short reach
  written_ranges written_;      ///< what the running tile has written

  std::uintptr_t lowest_ = 0;  ///< the lowest address of all regions
  std::size_t span_ = 0;       ///< from lowest_ to the end of the last region
  std::vector<region> regions_;
};

}  // namespace milliamp::detail::race
