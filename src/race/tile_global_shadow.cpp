#include "race/tile_global_shadow.h"

#include <algorithm>

namespace milliamp::detail::race {

void tile_global_shadow::begin_tile() {
  // The cache has more entries than most tiles have blocks.
  for (const auto& [number, slots] : blocks_) cache_[number % cache_.size()] = {};
  blocks_.clear();
  end_round(fence::all);
}

void tile_global_shadow::trim() {
  constexpr std::size_t kept = 16;
  blocks_.clear();
  cache_ = {};
  if (chunks_.size() > kept) chunks_.resize(kept);
}

shadow_cell tile_global_shadow::cell_of(std::uintptr_t word) {
  const std::uintptr_t number = block::number(word);
  cached_block& known = cache_[number % cache_.size()];
  if (known.number != number) {
    auto found = blocks_.find(number);
    if (found == blocks_.end()) found = blocks_.emplace(number, new_block()).first;
    known = {number, found->second};
  }
  return {known.slots + block::offset(word) / 4, block::words};
}

void tile_global_shadow::forget_within(const base::memory_range& memory) {
  if (memory.size == 0) return;
  const std::uintptr_t first = block::number(memory.begin);
  const std::uintptr_t last = block::number(memory.end() - 1);
  if (last - first < blocks_.size()) {
    for (std::uintptr_t number = first; number <= last; ++number) forget_within(number, memory);
  } else {
    for (const auto& [number, slots] : blocks_) {
      if (first <= number && number <= last) forget_within(number, memory);
    }
  }
}

/// Forgets what a block has of some memory.
void tile_global_shadow::forget_within(std::uintptr_t block_number,
                                       const base::memory_range& memory) {
  const auto found = blocks_.find(block_number);
  if (found == blocks_.end()) return;
  const std::uintptr_t begin = block::begin(block_number);
  for (std::size_t i = 0; i < block::words; ++i) {
    if (memory.overlaps({begin + 4 * i, 4})) forget_cell({found->second + i, block::words});
  }
}

/// Returns the slots for the next block.
slot* tile_global_shadow::new_block() {
  const std::size_t number = blocks_.size();
  if (number / blocks_in_chunk == chunks_.size()) {
    chunks_.emplace_back(blocks_in_chunk * slots_in_block);
  }
  return chunks_[number / blocks_in_chunk].get() + number % blocks_in_chunk * slots_in_block;
}

void tile_global_shadow::for_each_cell(const std::function<void(shadow_cell)>& f) {
  for (const auto& chunk : chunks_) {
    for (std::size_t b = 0; b < blocks_in_chunk; ++b) {
      slot* const first = chunk.get() + b * slots_in_block;
      for (std::size_t i = 0; i < block::words; ++i) f({first + i, block::words});
    }
  }
}

}  // namespace milliamp::detail::race
