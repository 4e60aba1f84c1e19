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

void tile_static_shadow::begin_tile() {
  for (region& r : regions_) {
    std::fill(r.written.begin(), r.written.end(),
              static_cast<std::uint8_t>(r.has_unknown ? 0xFF : 0));
  }
  end_round(fence::all);
}

void tile_static_shadow::for_each_cell(const std::function<void(shadow_cell&)>& f) {
  for (region& r : regions_) std::for_each(r.cells.begin(), r.cells.end(), f);
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
  cells_ = r->cells.data();
  written_ = r->written.data();
  const std::size_t within = std::min(size, r->begin + r->size - address);
  for_each_word(address, within, [&](std::uintptr_t word, std::uint64_t bytes) {
    const std::size_t number = (word - r->begin) / 4;
    const slot key = key_of(op, site, bytes);
    access_cell(r->cells[number], word, key, thread);
    record_contents(r->written[number], word, op, key);
  });
}

/// Records an access that the first slot of its word does not cover.
void tile_static_shadow::access_changing_word(std::uintptr_t word, operation op, slot key,
                                              thread_number thread) {
  const std::size_t number = (word - begin_) / 4;
  shadow_cell& cell = cells_[number];
  if (is_second_step(cell, key, thread)) {
    record_second_step(cell, key, thread);
  } else {
    access_cell(cell, word, key, thread);
  }
  record_contents(written_[number], word, op, key);
}

}  // namespace milliamp::detail::race
