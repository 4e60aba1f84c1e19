#include "race/tile_static_shadow.h"

#include "race/words.h"

#include <algorithm>

namespace milliamp::detail::race {

void tile_static_shadow::set_regions(const engine::tile_arena& arena) {
  regions_.clear();
  for (const engine::tile_arena::region& r : arena.regions()) {
    // Additional words, since an access of 16 bytes may reach beyond the last variable.
    const std::size_t words = r.size / 4 + 4;
    regions_.push_back({reinterpret_cast<std::uintptr_t>(r.begin), r.size,
                        std::vector<slot>(shadow_cell::slots * words),
                        std::vector<std::uint8_t>(words), r.module->unknown_size != 0});
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

void tile_static_shadow::begin_tile() {
  for (region& r : regions_) {
    std::fill(r.written.begin(), r.written.end(),
              static_cast<std::uint8_t>(r.has_unknown ? 0xFF : 0));
  }
  end_round(fence::all);
}

void tile_static_shadow::for_each_cell(const std::function<void(shadow_cell)>& f) {
  for (region& r : regions_) {
    for (std::size_t i = 0; i < r.written.size(); ++i) f({&r.slots[i], r.written.size()});
  }
}

tile_static_shadow::region* tile_static_shadow::find(std::uintptr_t address) {
  for (region& r : regions_) {
    if (address - r.begin < r.size) return &r;
  }
  return nullptr;
}

bool tile_static_shadow::is_written(const void* begin, std::size_t size) const {
  const auto address = reinterpret_cast<std::uintptr_t>(begin);
  const region* const r = find(address);
  if (r == nullptr || r->has_unknown) return false;
  const std::uint8_t* const first = &r->written[(address - r->begin) / 4];
  const std::uint8_t* const end = &r->written[(address + size - 1 - r->begin) / 4] + 1;
  return std::any_of(first, end, [](std::uint8_t bytes) { return bytes != 0; });
}

void tile_static_shadow::access_range(std::uintptr_t address, std::size_t size, operation op,
                                      std::uint32_t site, thread_number thread) {
  region* r = find(address);
  if (r == nullptr) return;
  begin_ = r->begin;
  reach_ = r->size;
  first_slots_ = r->slots.data();
  words_ = r->written.size();
  written_ = r->written.data();
  const std::size_t within = std::min(size, r->begin + r->size - address);
  for_each_word(address, within, [&](std::uintptr_t word, std::uint64_t bytes) {
    const std::size_t number = (word - r->begin) / 4;
    const slot key = key_of(op, site, bytes);
    access_cell(r->cell_of(word), word, key, thread);
    record_contents(r->written[number], word, op, key);
  });
}

bool tile_static_shadow::read_values(std::uintptr_t first, std::ptrdiff_t stride, std::size_t count,
                                     unsigned words, slot key, thread_number thread) {
  for (unsigned i = 0; i < words; ++i) {
    if (!read_words(first + 4 * i, stride, count, key, thread)) return false;
  }
  return true;
}

bool tile_static_shadow::read_words(std::uintptr_t first, std::ptrdiff_t stride, std::size_t count,
                                    slot key, thread_number thread) {
  // Not first_slot_of() for each word: with one address to increment the loop takes half the time.
  const slot* first_slot = &first_slot_of(first);
  for (std::size_t i = 0; i < count; ++i, first_slot += stride / 4) {
    if (first_slot->covers(key, thread)) continue;
    const std::uintptr_t word = first + static_cast<std::uintptr_t>(stride) * i;
    if (written_[(word - begin_) / 4] == 0) return false;
    access_changing_word(word, operation::read, key, thread);
  }
  return true;
}

/// Records an access that the first slot of its word does not cover.
void tile_static_shadow::access_changing_word(std::uintptr_t word, operation op, slot key,
                                              thread_number thread) {
  const std::size_t number = (word - begin_) / 4;
  const shadow_cell cell(first_slots_ + number, words_);
  if (!access_unshared_cell(cell, key, thread)) access_cell(cell, word, key, thread);
  record_contents(written_[number], word, op, key);
}

}  // namespace milliamp::detail::race
