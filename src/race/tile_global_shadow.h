/// @file
/// Shadow memory of the global memory that the running tile of one worker has accessed. It detects
/// data races between threads of the tile; for those between tiles, see access_set.
#pragma once

#include "race/mapped_memory.h"
#include "race/memory_unit.h"
#include "race/tile_shadow.h"

#include <array>
#include <cstddef>
#include <cstdint>
#include <unordered_map>
#include <vector>

namespace milliamp::detail::race {

class tile_global_shadow final : public tile_shadow {
 public:
  explicit tile_global_shadow(tile_shadow_observer& observer)
      : tile_shadow(memory_kind::global, observer) {}

  /// Begins an epoch, and forgets which memory has been accessed.
  void begin_tile();
  /// Frees most memory. Called before the next tile begins.
  void trim();

  /// Whether access_short() may be called for an address.
  bool has_cells(std::uintptr_t address) const {
    return cache_[block::number(address) % cache_.size()].number == block::number(address);
  }
  /// Allocates cells for the block of an address, so that has_cells() holds.
  void provide_cells(std::uintptr_t address) { cell_of(address); }

  /// Records an access to words of one block, if nothing can race because no other thread has
  /// accessed them, or if the same access has been recorded. Otherwise returns false. The access
  /// may have been recorded in part then.
  template <unsigned Words>
  MILLIAMP_ALWAYS_INLINE bool access_short(std::uintptr_t word, slot key, thread_number thread) {
    slot* const first = cache_[block::number(word) % cache_.size()].slots + block::offset(word) / 4;
    for (unsigned i = 0; i < Words; ++i) {
      if (!access_cell_short({first + i, block::words}, word + 4 * i, key, thread)) return false;
    }
    return true;
  }

  /// Records an access to bytes of a word. Allocates.
  void access(std::uintptr_t word, operation op, std::uint32_t call_site, std::uint64_t bytes,
              thread_number thread) {
    access_cell(cell_of(word), word, key_of(op, call_site, bytes), thread);
  }

  /// Calls f(slot) for each access to a word in this epoch.
  template <class F>
  void for_each_access(std::uintptr_t word, F f) const {
    if (const auto found = blocks_.find(block::number(word)); found != blocks_.end()) {
      tile_shadow::for_each_access({found->second + block::offset(word) / 4, block::words}, f);
    }
  }

  /// Forgets memory that was freed and allocated again.
  void forget_within(const base::memory_range& memory);

 private:
  struct cached_block {
    std::uintptr_t number = UINTPTR_MAX;
    slot* slots = nullptr;
  };
  static constexpr std::size_t blocks_in_chunk = 64;
  static constexpr std::size_t slots_in_block = shadow_cell::slots * block::words;

  MILLIAMP_ALWAYS_INLINE bool access_cell_short(shadow_cell cell, std::uintptr_t word, slot key,
                                                thread_number thread) {
    if (has_recorded(cell[0], word, key, thread)) return true;
    if (!is_current(cell[0])) {
      cell[0] = key.with_thread(thread);
      return true;
    }
    return access_unshared_cell(cell, key, thread);
  }
  shadow_cell cell_of(std::uintptr_t word);
  void forget_within(std::uintptr_t block_number, const base::memory_range& memory);
  slot* new_block();
  void for_each_cell(const std::function<void(shadow_cell)>& f) override;

  std::array<cached_block, 1024> cache_{};            ///< direct-mapped
  std::unordered_map<std::uintptr_t, slot*> blocks_;  ///< the blocks of this tile, by number
  /// Slots for the blocks of any tile. What earlier tiles have left there is of earlier epochs.
  std::vector<mapped_memory<slot>> chunks_;
};

}  // namespace milliamp::detail::race
