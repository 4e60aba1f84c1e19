#include "race/tile_static_shadow.h"

#include "race/words.h"

#include <algorithm>

namespace milliamp::detail::race {

tile_static_shadow::region::region(const engine::tile_arena::region& covered)
    : begin(reinterpret_cast<std::uintptr_t>(covered.begin)),
      size(covered.size),
      has_unknown(covered.module->unknown_size != 0) {
  // Additional words, since an access of 16 bytes may reach beyond the last variable.
  const std::size_t words = size / 4 + 4;
  slots.resize(shadow_cell::slots * words);
  initial_contents.resize(words, has_unknown ? 15 : 0);
  for (const symbolize::red_zone& zone : covered.module->red_zones) {
    const std::uintptr_t first = reinterpret_cast<std::uintptr_t>(covered.block) + zone.offset;
    if (first - begin >= size) continue;
    for_each_word(first, zone.size, [&](std::uintptr_t word, unsigned bytes) {
      initial_contents[(word - begin) / 4] |= static_cast<word_contents>(bytes << red_zone_shift);
    });
  }
  contents = initial_contents;
}

void tile_static_shadow::set_regions(const engine::tile_arena& arena) {
  regions_.assign(arena.regions().begin(), arena.regions().end());
  lowest_ = UINTPTR_MAX;
  std::uintptr_t end = 0;
  for (const region& r : regions_) {
    lowest_ = std::min(lowest_, r.begin);
    end = std::max(end, r.begin + r.size);
  }
  span_ = end > lowest_ ? end - lowest_ : 0;
  reach_ = 0;
  rows_.clear();
}

void tile_static_shadow::begin_tile() {
  for (region& r : regions_) {
    std::copy(r.initial_contents.begin(), r.initial_contents.end(), r.contents.begin());
  }
  written_.clear();
  end_round(fence::all);
}

void tile_static_shadow::end_round(fence kind) {
  if (race::covers(kind, memory_kind::tile_static)) {
    rows_.clear();
    records_rows_ = false;
  } else {
    record_rows();
  }
  tile_shadow::end_round(kind);
}

void tile_static_shadow::for_each_cell(const std::function<void(shadow_cell)>& f) {
  for (region& r : regions_) {
    for (std::size_t i = 0; i < r.contents.size(); ++i) f({&r.slots[i], r.contents.size()});
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
  const word_contents* const first = &r->contents[(address - r->begin) / 4];
  const word_contents* const end = &r->contents[(address + size - 1 - r->begin) / 4] + 1;
  return std::any_of(first, end, [](word_contents c) { return (c & 15) != 0; });
}

std::size_t tile_static_shadow::size_before_red_zone(std::uintptr_t address,
                                                     std::size_t size) const {
  const region* const r = find(address);
  std::uintptr_t first = address + size;
  if (r == nullptr) return size;
  for_each_word(address, r->size_within(address, size), [&](std::uintptr_t word, unsigned bytes) {
    const unsigned in_zone = r->contents[(word - r->begin) / 4] >> red_zone_shift & bytes;
    if (in_zone != 0) first = std::min(first, first_byte(word, in_zone));
  });
  return first - address;
}

void tile_static_shadow::access_range(std::uintptr_t address, std::size_t size, operation op,
                                      std::uint32_t call_site, thread_number thread) {
  region* r = find(address);
  if (r == nullptr) return;
  if (op != operation::read || r->begin != begin_) record_rows();
  begin_ = r->begin;
  reach_ = r->size;
  first_slots_ = r->slots.data();
  words_ = r->contents.size();
  contents_ = r->contents.data();
  for_each_word(address, r->size_within(address, size),
                [&](std::uintptr_t word, std::uint64_t bytes) {
                  const std::size_t number = (word - r->begin) / 4;
                  const slot key = key_of(op, call_site, bytes);
                  const bool is_new = access_cell(r->cell_of(word), word, key, thread);
                  record_contents(r->contents[number], word, op, key, is_new);
                });
}

/// Returns what is_written() does. If the whole span is written, also remembers the written range
/// around it.
__attribute__((noinline)) bool tile_static_shadow::find_written(const row_read& row) {
  const auto number_of = [&](std::uintptr_t word) { return (word - begin_) / 4; };
  const base::memory_range span = row.span();
  std::size_t begin = number_of(span.begin);
  std::size_t end = number_of(span.end());
  const auto is_unwritten = [](word_contents c) { return c != all_written; };
  if (std::any_of(contents_ + begin, contents_ + end, is_unwritten)) {
    for (std::size_t i = 0; i < row.count; ++i) {
      const word_contents* const value = contents_ + number_of(row.value(i));
      if (std::any_of(value, value + row.words, is_unwritten)) return false;
    }
    return true;
  }
  while (begin > 0 && contents_[begin - 1] == all_written) --begin;
  while (end < words_ && contents_[end] == all_written) ++end;
  written_.add({begin_ + 4 * begin, 4 * (end - begin)});
  return true;
}

void tile_static_shadow::record_rows() {
  records_rows_ = true;
  for (const row_read& row : rows_) record_row(row);
  rows_.clear();
}

bool tile_static_shadow::record_row(const row_read& row) {
  reads().add(row);
  for (unsigned i = 0; i < row.words; ++i) {
    if (!record_words(row.first + 4 * i, row)) return false;
  }
  return true;
}

/// Records the reads of one word of each value.
bool tile_static_shadow::record_words(std::uintptr_t first, const row_read& row) {
  const slot key = row.access.without_thread();
  const thread_number thread = row.access.first_thread();
  // Not first_slot_of() for each word: with one address to increment the loop takes half the time.
  const slot* first_slot = &first_slot_of(first);
  for (std::size_t i = 0; i < row.count; ++i, first_slot += row.stride / 4) {
    if (first_slot->covers(key, thread)) continue;
    const std::uintptr_t word = first + static_cast<std::uintptr_t>(row.stride) * i;
    const word_contents contents = contents_[(word - begin_) / 4];
    if (contents == 0 || !access_uncovered_word(word, operation::read, key, thread)) return false;
  }
  return true;
}

// Each of the next functions ends with a call of one for rarer cases, and none is inlined: the
// first one needs no stack.

bool tile_static_shadow::access_changing_word(std::uintptr_t word, operation op, slot key,
                                              thread_number thread) {
  if (must_record_rows(op)) [[unlikely]]
    return access_after_rows(word, op, key, thread);
  word_contents& contents = contents_of(word);
  if (!may_access(contents, op, key) ||
      !access_unshared_cell({&first_slot_of(word), words_}, key, thread)) {
    return access_shared_word(word, op, key, thread);
  }
  if (writes(op)) contents = static_cast<word_contents>(contents | key.bytes());
  return true;
}

/// The first access of an epoch that is not a plain read.
__attribute__((noinline)) bool tile_static_shadow::access_after_rows(std::uintptr_t word,
                                                                     operation op, slot key,
                                                                     thread_number thread) {
  record_rows();
  return access_changing_word(word, op, key, thread);
}

/// The slow part of access_changing_word().
__attribute__((noinline)) bool tile_static_shadow::access_shared_word(std::uintptr_t word,
                                                                      operation op, slot key,
                                                                      thread_number thread) {
  // Accesses to red zones are never recorded, so none is covered.
  if (are_in_red_zone(contents_of(word), key)) return false;
  const bool is_new = access_cell({&first_slot_of(word), words_}, word, key, thread);
  record_contents(contents_of(word), word, op, key, is_new);
  return true;
}

}  // namespace milliamp::detail::race
