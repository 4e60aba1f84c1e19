/// @file
/// Shadow memory of one kind of memory, for the threads of one tile.
///
/// Only barriers order the threads of a tile (but see exact_history for fences). Accesses by
/// different threads in one epoch are concurrent under every schedule, and accesses in different
/// epochs never are (spec 8.1.2.3). Time is counted in rounds: each barrier begins one. A barrier
/// whose fence omits this kind of memory begins a round but no epoch, so reports can say that such
/// a barrier is between two accesses.
///
/// This class compares the accesses to a word. Where the cells of words are stored is different for
/// each kind of memory: see tile_static_shadow and tile_global_shadow.
#pragma once

#include "race/access.h"
#include "race/memory_kind.h"
#include "race/shadow_slot.h"
#include "race/tile_reads.h"
#include "race/validated_reads.h"

#include <milliamp/detail/always_inline.h>
#include <milliamp/detail/tile.h>

#include <cstdint>
#include <functional>
#include <unordered_map>
#include <vector>

namespace milliamp::detail::race {

/// Receives the events that the shadow memory of a tile detects.
class tile_shadow_observer {
 public:
  /// Two accesses to a word race, or one is an order-dependent read.
  /// @param earlier the slot of the earlier access
  /// @param key the access of the running thread
  /// @param is_last whether no other thread and no other call site has written the bytes since
  virtual void on_race_within_tile(memory_kind memory, slot earlier, slot key, std::uintptr_t word,
                                   bool is_last) = 0;
  /// A write to a watched word.
  virtual void on_watched_write(memory_kind memory, std::uintptr_t word) = 0;
  /// Whether the atomic operation of the running thread validates its plain reads of the word.
  virtual bool validates_reads() const = 0;
  /// Such an operation follows a plain read of the word.
  virtual void on_validated_read(slot read, validated_reads::evidence e) = 0;
  /// Whether on_validated_read() has been called for the call site, with certain evidence.
  virtual bool is_validated(slot read) const = 0;
  /// A read of tile_static bytes that no thread of the tile has written.
  virtual void on_unwritten_read(slot key, std::uintptr_t word) = 0;

 protected:
  ~tile_shadow_observer() = default;
};

class tile_shadow {
 public:
  /// The key of an access in this round.
  slot key_of(operation op, std::uint32_t call_site, std::uint64_t bytes) const {
    return slot::make_key(kind_of(op), round_key_, call_site, bytes);
  }
  std::uint64_t round() const { return round_; }
  /// Whether no barrier has been passed in the running epoch.
  bool is_first_round() const { return round_ == epoch_begin_; }
  /// All threads have passed a barrier with a fence of this kind.
  void end_round(fence kind);
  /// A tile begins; see tile_reads::begin_tile().
  void set_histories(std::size_t histories) { reads_.begin_tile(histories); }

 protected:
  tile_shadow(memory_kind memory, tile_shadow_observer& observer)
      : observer_(observer), memory_(memory) {}
  ~tile_shadow() = default;
  tile_shadow(const tile_shadow&) = delete;
  tile_shadow& operator=(const tile_shadow&) = delete;

  bool is_current(slot s) const { return s.round() >= epoch_begin_; }

  /// Whether a slot already represents an access to a word. If so, also remembers the access.
  MILLIAMP_ALWAYS_INLINE bool has_recorded(slot s, std::uintptr_t word, slot key,
                                           thread_number thread) {
    if (!s.covers(key, thread)) return false;
    remember(s, word, key, thread);
    return true;
  }
  /// Remembers an access that a slot covers, if it is a read and the slot does not represent all
  /// reads of the thread.
  MILLIAMP_ALWAYS_INLINE void remember(slot s, std::uintptr_t word, slot key,
                                       thread_number thread) {
    if (key.kind() == report::access_kind::read && s.has_two_threads()) {
      reads_.add(word, key, thread);
    }
  }
  tile_reads& reads() { return reads_; }

  /// Records an access to a word.
  /// @return false if a slot covers it already
  MILLIAMP_ALWAYS_INLINE bool access_cell(shadow_cell cell, std::uintptr_t word, slot key,
                                          thread_number thread) {
    if (is_current(cell[0])) return access_shared_cell(cell, word, key, thread);
    cell[0] = key.with_thread(thread);
    return true;
  }

  /// Records an access in the two cases that are frequent and in which nothing can race:
  /// - Only this thread has accessed the word in this epoch, from one other call site at most. It
  ///   updates a value that it has read. Not for atomic operations, which may validate the read
  ///   (see validated_reads.h).
  /// - Only one other thread has, and it has read the word at this call site.
  /// @return false in other cases
  MILLIAMP_ALWAYS_INLINE bool access_unshared_cell(shadow_cell cell, slot key,
                                                   thread_number thread) const {
    slot& first = cell[0];
    slot& second = cell[1];
    if (first.has_key(key) && key.kind() == report::access_kind::read && !is_current(second) &&
        !first.has_two_threads()) {
      first = first.with_second_thread(thread);
      return true;
    }
    if (!is_current(first) || first.is_watch() || first.has_other_than(thread) ||
        first.is_atomic() || key.is_atomic()) {
      return false;
    }
    if (!is_current(second)) {
      second = key.with_thread(thread);
      return true;
    }
    return second.has_key(key) && !second.has_other_than(thread);
  }

  /// Calls f(slot) for each access to a word in this epoch.
  template <class F>
  void for_each_access(shadow_cell cell, F f) const {
    for (unsigned i = 0; i < shadow_cell::slots && is_current(cell[i]); ++i) {
      if (!cell[i].is_watch()) f(cell[i]);
    }
    if (const auto found = overflows_.find(cell.first()); found != overflows_.end()) {
      for (const slot s : found->second) f(s);
    }
  }
  /// Forgets the accesses to a word.
  void forget_cell(shadow_cell cell) {
    cell.clear();
    overflows_.erase(cell.first());
  }

  tile_shadow_observer& observer() { return observer_; }

 private:
  /// Calls f(cell) for all cells, which may be those of earlier tiles.
  virtual void for_each_cell(const std::function<void(shadow_cell)>& f) = 0;

  /// The slots in which an access to a word of a cell may be recorded.
  struct cell_slots {
    slot* own = nullptr;                    ///< the slot that has the key of the access
    slot* free = nullptr;                   ///< the first unused one
    std::vector<slot>* overflow = nullptr;  ///< those beside the cell, if none is free
  };

  cell_slots find_slots(shadow_cell cell, slot key);
  bool access_shared_cell(shadow_cell cell, std::uintptr_t word, slot key, thread_number thread);
  bool report_faults(shadow_cell cell, std::uintptr_t word, slot key, thread_number thread,
                     bool validates, const cell_slots& at);
  void record(shadow_cell cell, slot access, const cell_slots& at);
  validated_reads::evidence evidence_of(std::uintptr_t word, slot read, thread_number thread) const;
  bool is_last_write(shadow_cell cell, const std::vector<slot>* overflow, slot earlier,
                     unsigned bytes) const;
  void validate_reads(shadow_cell cell, std::uintptr_t word, slot key, thread_number thread,
                      bool is_known);
  void watch(shadow_cell cell);
  bool is_watched(shadow_cell cell) const { return cell[0].is_watch() && is_current(cell[0]); }
  void set_round(std::uint64_t round);
  void forget();
  void renumber();
  void renumber(shadow_cell cell);

  // Used by every access.
  slot round_key_;
  std::uint64_t round_ = 0;
  std::uint64_t epoch_begin_ = 1;  ///< the round with which the current epoch began

  tile_shadow_observer& observer_;
  const memory_kind memory_;
  std::unordered_map<const slot*, std::vector<slot>> overflows_;  ///< by shadow_cell::first()
  tile_reads reads_;
};

}  // namespace milliamp::detail::race
