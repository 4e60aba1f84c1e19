#include "race/tile_shadow.h"

#include "base/assert.h"

#include <algorithm>
#include <utility>

namespace milliamp::detail::race {

// --- Rounds --------------------------------------------------------------------------------------

void tile_shadow::end_round(fence kind) {
  // A barrier whose fence omits a kind of memory does not order it (spec 4.5.3).
  if (!covers(kind, memory_)) {
    if (round_ == slot::last_round) renumber();
    return set_round(round_ + 1);
  }
  if (round_ == slot::last_round) forget();
  set_round(round_ + 1);
  epoch_begin_ = round_;
  if (!overflows_.empty()) overflows_.clear();
}

void tile_shadow::set_round(std::uint64_t round) {
  MILLIAMP_ASSERT(round <= slot::last_round);
  round_ = round;
  round_key_ = slot::make_key(report::access_kind::read, round, 0, 0);
}

/// Restarts the numbering of rounds, for which a slot has few bits, between epochs.
void tile_shadow::forget() {
  for_each_cell([](shadow_cell cell) { cell.clear(); });
  reads_.forget();
  set_round(0);
}

/// Restarts the numbering within an epoch: all its rounds so far become round 1.
void tile_shadow::renumber() {
  for_each_cell([this](shadow_cell cell) { renumber(cell); });
  reads_.forget();
  set_round(1);
  epoch_begin_ = 1;
}

void tile_shadow::renumber(shadow_cell cell) {
  std::vector<slot> kept;
  const auto keep = [&](slot s) {
    if (!is_current(s)) return;
    const slot key = slot::make_key(s.kind(), 1, s.call_site(), s.bytes());
    const auto known =
        std::find_if(kept.begin(), kept.end(), [&](slot k) { return k.has_key(key); });
    if (known == kept.end()) {
      kept.push_back(key.with_thread(s.first_thread()).with_second_thread(s.second_thread()));
    } else if (!known->has_two_threads() && s.has_other_than(known->first_thread())) {
      *known = known->with_second_thread(s.other_than(known->first_thread()));
    }
  };
  for (unsigned i = 0; i < shadow_cell::slots; ++i) keep(cell[i]);
  const auto overflow = overflows_.find(cell.first());
  if (overflow != overflows_.end()) {
    std::for_each(overflow->second.begin(), overflow->second.end(), keep);
    overflows_.erase(overflow);
  }
  cell.clear();
  for (unsigned i = 0; i < kept.size(); ++i) {
    if (i < shadow_cell::slots) {
      cell[i] = kept[i];
    } else {
      overflows_[cell.first()].push_back(kept[i]);
    }
  }
}

// --- Accesses ------------------------------------------------------------------------------------

MILLIAMP_ALWAYS_INLINE tile_shadow::cell_slots tile_shadow::find_slots(shadow_cell cell, slot key) {
  cell_slots found;
  for (unsigned i = 0; i < shadow_cell::slots; ++i) {
    slot& s = cell[i];
    if (!is_current(s)) {
      found.free = &s;
      return found;
    }
    if (s.has_key(key)) found.own = &s;
  }
  if (const auto more = overflows_.find(cell.first()); more != overflows_.end()) {
    found.overflow = &more->second;
    for (slot& s : *found.overflow) {
      if (s.has_key(key)) found.own = &s;
    }
  }
  return found;
}

/// Records an access to a word that other call sites or threads have accessed in this epoch.
/// @return false if a slot covers it already
bool tile_shadow::access_shared_cell(shadow_cell cell, std::uintptr_t word, slot key,
                                     thread_number thread) {
  const cell_slots at = find_slots(cell, key);
  const bool is_known = at.own != nullptr && has_recorded(*at.own, word, key, thread);
  const bool validates = key.is_atomic() && observer_.validates_reads();
  if (validates) validate_reads(cell, word, key, thread, is_known);
  if (!is_known) {
    const bool needs_watch = report_faults(cell, word, key, thread, validates, at);
    record(cell, key.with_thread(thread), at);
    if (needs_watch && !is_watched(cell)) watch(cell);
  }
  if (key.kind() == report::access_kind::write && is_watched(cell)) {
    observer_.on_watched_write(memory_, word);
  }
  return !is_known;
}

/// Compares an access with all earlier ones of the epoch. Reports each race once per word and pair
/// of call sites: not if the other thread of the access's own slot has had it before.
/// @return whether writes race, or reads may be validated by later atomic operations: the word has
///   to be watched
MILLIAMP_ALWAYS_INLINE bool tile_shadow::report_faults(shadow_cell cell, std::uintptr_t word,
                                                       slot key, thread_number thread,
                                                       bool validates, const cell_slots& at) {
  bool needs_watch = false;
  const auto check = [&](slot earlier) {
    if (!is_fault(earlier.kind(), key.kind()) || (earlier.bytes() & key.bytes()) == 0) return;
    if (is_order_dependent(earlier.kind(), key.kind())) {
      const slot read = key.is_atomic() ? earlier : key;
      if (observer_.is_validated(read)) return;
      needs_watch = true;
      if (validates && evidence_of(word, read, thread) == validated_reads::evidence::perhaps) {
        return;
      }
    }
    if (!earlier.has_other_than(thread)) return;
    if (at.own != nullptr && !earlier.has_key(key) &&
        earlier.has_other_than(at.own->first_thread())) {
      return;
    }
    observer_.on_race_within_tile(
        memory_, earlier, key.with_thread(thread), word,
        is_last_write(cell, at.overflow, earlier, earlier.bytes() & key.bytes()));
    constexpr report::access_kind write = report::access_kind::write;
    needs_watch = needs_watch || (key.kind() == write && earlier.kind() == write);
  };
  for (unsigned i = 0; i < shadow_cell::slots && is_current(cell[i]); ++i) check(cell[i]);
  if (at.overflow != nullptr) {
    for (const slot& s : *at.overflow) check(s);
  }
  return needs_watch;
}

/// @param access the slot of the access, if it needs a new one
MILLIAMP_ALWAYS_INLINE void tile_shadow::record(shadow_cell cell, slot access,
                                                const cell_slots& at) {
  if (at.own != nullptr) {
    *at.own = at.own->with_second_thread(access.first_thread());
  } else if (at.free != nullptr) {
    *at.free = access;
  } else {
    overflows_[cell.first()].push_back(access);
  }
}

/// Tells the observer which reads an atomic operation of the running thread validates.
/// @param is_known whether its slot covers it. Then two threads may have performed the same
///   operation before, so that only certain evidence counts.
void tile_shadow::validate_reads(shadow_cell cell, std::uintptr_t word, slot key,
                                 thread_number thread, bool is_known) {
  for_each_access(cell, [&](slot s) {
    if (s.kind() != report::access_kind::read || (s.bytes() & key.bytes()) == 0) return;
    const validated_reads::evidence e = evidence_of(word, s, thread);
    if (e == validated_reads::evidence::certain || !is_known) observer_.on_validated_read(s, e);
  });
}

/// Whether the running thread has made the reads of a slot.
validated_reads::evidence tile_shadow::evidence_of(std::uintptr_t word, slot read,
                                                   thread_number thread) const {
  if (read.names(thread)) return validated_reads::evidence::certain;
  if (!read.has_two_threads()) return validated_reads::evidence::none;
  const validated_reads::evidence e = reads_.evidence_of(word, read, thread, round_);
  // It may have read the word in an earlier round of the epoch.
  return is_first_round() ? e : std::max(e, validated_reads::evidence::perhaps);
}

/// Whether the slot has one thread, and no other slot writes the bytes in this epoch.
bool tile_shadow::is_last_write(shadow_cell cell, const std::vector<slot>* overflow, slot earlier,
                                unsigned bytes) const {
  const auto writes = [&](slot s) {
    return is_current(s) && s.kind() != report::access_kind::read && (s.bytes() & bytes) != 0;
  };
  std::ptrdiff_t count = 0;
  for (unsigned i = 0; i < shadow_cell::slots; ++i) count += writes(cell[i]) ? 1 : 0;
  if (overflow != nullptr) count += std::count_if(overflow->begin(), overflow->end(), writes);
  return count == 1 && !earlier.has_two_threads();
}

/// Passes all writes to a word to the observer until the epoch ends.
void tile_shadow::watch(shadow_cell cell) {
  const slot displaced = std::exchange(cell[0], slot::make_watch(round_));
  unsigned used = 1;
  while (used < shadow_cell::slots && is_current(cell[used])) ++used;
  if (used < shadow_cell::slots) {
    cell[used] = displaced;
  } else {
    overflows_[cell.first()].push_back(displaced);
  }
}

}  // namespace milliamp::detail::race
