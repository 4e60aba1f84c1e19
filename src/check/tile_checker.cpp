#include "check/tile_checker.h"

#include "runtime/program.h"

#include <algorithm>

namespace milliamp::detail {

thread_local tile_checker* tile_checker::active_ = nullptr;

void tile_checker::begin_launch() {
  is_watching_ = program_is_checked();
  if (!arena_.refresh()) return;
  regions_.clear();
  for (const tile_arena::region& r : arena_.regions()) {
    // One word more than the variables have: an access of 16 bytes may reach beyond the last.
    regions_.push_back({reinterpret_cast<std::uintptr_t>(r.begin), r.size,
                        std::vector<shadow_cell>(r.size / 4 + 4)});
  }
  if (regions_.empty()) return;
  begin_ = regions_.front().begin;
  size_ = regions_.front().size;
  cells_ = regions_.front().cells.data();
}

void tile_checker::end_launch(launch_context& launch) { launch.take(races_); }

void tile_checker::begin_tile(const std::int32_t (&coordinates)[3], std::uint64_t number) {
  std::copy(std::begin(coordinates), std::end(coordinates), tile_coordinates_);
  tile_number_ = number;
  arena_.poison();
  next_epoch();
  if (is_watching_) active_ = this;
}

void tile_checker::end_tile() { active_ = nullptr; }

void tile_checker::end_epoch(fence kind) {
  // A barrier whose fence leaves tile_static memory out does not order it (spec 4.5.3).
  if (kind != fence::global) next_epoch();
}

void tile_checker::next_epoch() {
  if (!overflows_.empty()) overflows_.clear();
  if (++epoch_ <= slot::last_epoch) return;
  epoch_ = 1;
  for (region& r : regions_) std::fill(r.cells.begin(), r.cells.end(), shadow_cell{});
}

void tile_checker::access_range(const void* address, std::size_t size, access_kind kind,
                                const void* return_address) {
  auto a = reinterpret_cast<std::uintptr_t>(address);
  const auto r = std::find_if(regions_.begin(), regions_.end(),
                              [&](const region& x) { return a - x.begin < x.size; });
  if (r == regions_.end()) return;
  const std::uint32_t site = site_numbers::number_of(return_address);
  const std::uintptr_t end = std::min(a + size, r->begin + r->size);
  while (a < end) {
    const std::uintptr_t word = a & ~std::uintptr_t{3};
    const std::uintptr_t stop = std::min(word + 4, end);
    const std::uint64_t bytes = ((1u << (stop - word)) - 1) & ~((1u << (a - word)) - 1);
    access_word(r->cells[(word - r->begin) / 4], slot::make_key(kind, epoch_, site, bytes), word);
    a = stop;
  }
}

/// An access to a word that other places or threads have accessed in this epoch.
void tile_checker::access_shared_word(shadow_cell& cell, slot key, std::uintptr_t address) {
  slot* own = nullptr;
  slot* free = nullptr;
  for (slot& s : cell.slots) {
    if (s.epoch() != epoch_) {
      free = &s;
      break;
    }
    if (s.has_key(key)) own = &s;
  }
  std::vector<slot>* overflow = nullptr;
  if (free == nullptr && own == nullptr) {
    overflow = &overflows_[&cell];
    for (slot& s : *overflow) {
      if (s.has_key(key)) own = &s;
    }
  } else if (free == nullptr) {
    const auto found = overflows_.find(&cell);
    if (found != overflows_.end()) overflow = &found->second;
  }
  if (own != nullptr && own->covers(thread_)) return;

  const slot before = own != nullptr ? *own : slot();
  for (const slot& s : cell.slots) {
    if (s.epoch() != epoch_) break;
    report_conflict(s, before, key, address);
  }
  if (overflow != nullptr) {
    for (const slot& s : *overflow) report_conflict(s, before, key, address);
  }

  if (own != nullptr) {
    *own = own->with_second_thread(thread_);
  } else if (free != nullptr) {
    *free = key.with_thread(thread_);
  } else {
    overflow->push_back(key.with_thread(thread_));
  }
}

/// Reports the access `key` by the current thread against an earlier one, once for each word and
/// pair of places. @param own what the word knew of the same place before; unused: nothing
void tile_checker::report_conflict(slot earlier, slot own, slot key, std::uintptr_t address) {
  if (!is_incompatible(earlier.kind(), key.kind()) || (earlier.bytes() & key.bytes()) == 0 ||
      !earlier.has_other_than(thread_)) {
    return;
  }
  const bool is_known = own.epoch() == epoch_ && !own.has_key(earlier) &&
                        earlier.has_other_than(own.first_thread());
  if (is_known) return;
  const unsigned common = earlier.bytes() & key.bytes();
  const tile_arena::place place =
      arena_.find(reinterpret_cast<const void*>(address + __builtin_ctz(common)));
  races_.add({earlier.kind(), earlier.site()}, {key.kind(), key.site()}, place,
             {tile_number_,
              {tile_coordinates_[0], tile_coordinates_[1], tile_coordinates_[2]},
              earlier.other_than(thread_),
              thread_,
              place.offset});
}

}  // namespace milliamp::detail
