#include "race/tile_shadow.h"

#include "base/assert.h"
#include "race/words.h"

#include <algorithm>
#include <utility>

namespace milliamp::detail::race {

void tile_shadow::set_regions(const engine::tile_arena& arena) {
  regions_.clear();
  for (const engine::tile_arena::region& r : arena.regions()) {
    // Additional words, since an access of 16 bytes may reach beyond the last variable.
    const std::size_t words = r.size / 4 + 4;
    regions_.push_back({reinterpret_cast<std::uintptr_t>(r.begin), r.size,
                        std::vector<shadow_cell>(words), std::vector<std::uint8_t>(words),
                        r.module->unknown_size != 0});
  }
  lowest_ = UINTPTR_MAX;
  std::uintptr_t end = 0;
  for (const region& r : regions_) {
    lowest_ = std::min(lowest_, r.begin);
    end = std::max(end, r.begin + r.size);
  }
  span_ = end > lowest_ ? end - lowest_ : 0;
  reach_ = 0;
}

void tile_shadow::begin_tile() {
  for (region& r : regions_) {
    std::fill(r.written.begin(), r.written.end(),
              static_cast<std::uint8_t>(r.has_unknown ? 0xFF : 0));
  }
  end_round(fence::all);
}

void tile_shadow::end_round(fence kind) {
  // A barrier whose fence omits tile_static memory does not order it (spec 4.5.3).
  if (kind == fence::global) {
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
  for (region& r : regions_) std::fill(r.cells.begin(), r.cells.end(), shadow_cell{});
  set_round(0);
}

/// Restarts the numbering within an epoch: all its rounds so far become round 1.
void tile_shadow::renumber() {
  for (region& r : regions_) {
    for (shadow_cell& cell : r.cells) renumber(cell);
  }
  set_round(1);
  epoch_begin_ = 1;
}

void tile_shadow::renumber(shadow_cell& cell) {
  std::vector<slot> kept;
  const auto keep = [&](slot s) {
    if (s.round() < epoch_begin_) return;
    const slot key = slot::make_key(s.kind(), 1, s.site(), s.bytes());
    const auto known =
        std::find_if(kept.begin(), kept.end(), [&](slot k) { return k.has_key(key); });
    if (known == kept.end()) {
      kept.push_back(key.with_thread(s.first_thread()).with_second_thread(s.second_thread()));
    } else if (!known->has_two_threads() && s.has_other_than(known->first_thread())) {
      *known = known->with_second_thread(s.other_than(known->first_thread()));
    }
  };
  std::for_each(cell.slots.begin(), cell.slots.end(), keep);
  const auto overflow = overflows_.find(&cell);
  if (overflow != overflows_.end()) {
    std::for_each(overflow->second.begin(), overflow->second.end(), keep);
    overflows_.erase(overflow);
  }
  cell = {};
  for (std::size_t i = 0; i < kept.size(); ++i) {
    if (i < cell.slots.size()) {
      cell.slots[i] = kept[i];
    } else {
      overflows_[&cell].push_back(kept[i]);
    }
  }
}

tile_shadow::region* tile_shadow::find(std::uintptr_t address) {
  for (region& r : regions_) {
    if (address - r.begin < r.size) return &r;
  }
  return nullptr;
}

bool tile_shadow::is_written(const void* begin, std::size_t size) const {
  const auto address = reinterpret_cast<std::uintptr_t>(begin);
  const region* const r = find(address);
  if (r == nullptr || r->has_unknown) return false;
  const std::uint8_t* const first = &r->written[(address - r->begin) / 4];
  const std::uint8_t* const end = &r->written[(address + size - 1 - r->begin) / 4] + 1;
  return std::any_of(first, end, [](std::uint8_t bytes) { return bytes != 0; });
}

void tile_shadow::access_range(std::uintptr_t address, std::size_t size, operation op,
                               std::uint32_t site, thread_number thread) {
  region* r = find(address);
  if (r == nullptr) return;
  begin_ = r->begin;
  reach_ = r->size;
  cells_ = r->cells.data();
  written_ = r->written.data();
  const std::size_t within = std::min(size, r->begin + r->size - address);
  for_each_word(address, within, [&](std::uintptr_t word, std::uint64_t bytes) {
    const std::size_t number = (word - r->begin) / 4;
    access_cell(r->cells[number], r->written[number], word, op, key_of(op, site, bytes), thread);
  });
}

/// Records an access that the first slot of its word does not cover.
void tile_shadow::access_changing_word(std::uintptr_t word, operation op, slot key,
                                       thread_number thread) {
  const std::size_t number = (word - begin_) / 4;
  shadow_cell& cell = cells_[number];
  if (is_second_step(cell, key, thread)) {
    if (cell.slots[1].round() < epoch_begin_) cell.slots[1] = key.with_thread(thread);
    return record_contents(written_[number], word, op, key);
  }
  access_cell(cell, written_[number], word, op, key, thread);
}

/// Whether only this thread has accessed the word in this epoch, from one other call site at most.
/// Then nothing races. This is the common case of a thread that updates a value that it has read.
inline bool tile_shadow::is_second_step(const shadow_cell& cell, slot key,
                                        thread_number thread) const {
  const slot first = cell.slots[0];
  const slot second = cell.slots[1];
  return first.round() >= epoch_begin_ && !first.is_watch() && !first.has_other_than(thread) &&
         (second.round() < epoch_begin_ || (second.has_key(key) && !second.has_other_than(thread)));
}

inline void tile_shadow::access_cell(shadow_cell& cell, std::uint8_t& written, std::uintptr_t word,
                                     operation op, slot key, thread_number thread) {
  slot& first = cell.slots[0];
  if (first.round() < epoch_begin_) {
    first = key.with_thread(thread);
  } else {
    access_shared_cell(cell, word, key, thread);
  }
  record_contents(written, word, op, key);
}

/// Records an access to a word that other call sites or threads have accessed in this epoch.
void tile_shadow::access_shared_cell(shadow_cell& cell, std::uintptr_t word, slot key,
                                     thread_number thread) {
  slot* own = nullptr;
  slot* free = nullptr;
  for (slot& s : cell.slots) {
    if (s.round() < epoch_begin_) {
      free = &s;
      break;
    }
    if (s.has_key(key)) own = &s;
  }
  std::vector<slot>* overflow = nullptr;
  if (free == nullptr) {
    if (const auto found = overflows_.find(&cell); found != overflows_.end()) {
      overflow = &found->second;
      for (slot& s : *overflow) {
        if (s.has_key(key)) own = &s;
      }
    }
  }
  const bool is_write = key.kind() == report::access_kind::write;
  if (own != nullptr && own->covers(key, thread)) {
    if (is_write && is_watched(cell)) observer_.on_watched_write(word);
    return;
  }

  // Report each race once per word and pair of call sites: not if the other thread of the own slot
  // has had it before.
  bool do_writes_race = false;
  const auto check = [&](slot earlier) {
    if (!is_incompatible(earlier.kind(), key.kind()) || (earlier.bytes() & key.bytes()) == 0)
      return;
    if (!earlier.has_other_than(thread)) return;
    if (own != nullptr && !earlier.has_key(key) && earlier.has_other_than(own->first_thread())) {
      return;
    }
    observer_.on_tile_race(earlier, key.with_thread(thread), word,
                           is_last_write(cell, overflow, earlier, earlier.bytes() & key.bytes()));
    do_writes_race = do_writes_race || (is_write && earlier.kind() == report::access_kind::write);
  };
  for (const slot& s : cell.slots) {
    if (s.round() < epoch_begin_) break;
    check(s);
  }
  if (overflow != nullptr) {
    for (const slot& s : *overflow) check(s);
  }

  if (own != nullptr) {
    *own = own->with_second_thread(thread);
  } else if (free != nullptr) {
    *free = key.with_thread(thread);
  } else {
    overflows_[&cell].push_back(key.with_thread(thread));
  }
  if (do_writes_race && !is_watched(cell)) watch(cell);
  if (is_write && is_watched(cell)) observer_.on_watched_write(word);
}

/// Whether the slot has one thread, and no other slot writes the bytes in this epoch.
bool tile_shadow::is_last_write(const shadow_cell& cell, const std::vector<slot>* overflow,
                                slot earlier, unsigned bytes) const {
  const auto writes = [&](slot s) {
    return s.round() >= epoch_begin_ && s.kind() != report::access_kind::read &&
           (s.bytes() & bytes) != 0;
  };
  auto count = std::count_if(cell.slots.begin(), cell.slots.end(), writes);
  if (overflow != nullptr) count += std::count_if(overflow->begin(), overflow->end(), writes);
  return count == 1 && !earlier.has_two_threads();
}

/// Passes all writes to a word to the observer until the epoch ends.
void tile_shadow::watch(shadow_cell& cell) {
  const slot displaced = std::exchange(cell.slots[0], slot::make_watch(round_));
  const auto free = std::find_if(cell.slots.begin(), cell.slots.end(),
                                 [&](slot s) { return s.round() < epoch_begin_; });
  if (free != cell.slots.end()) {
    *free = displaced;
  } else {
    overflows_[&cell].push_back(displaced);
  }
}

}  // namespace milliamp::detail::race
