/// @file
/// The race detector of one worker: the accesses of the kernel threads that REF runs on it.
///
/// The shadow memory of tile_static memory is private to the worker, so its short path takes no
/// lock and touches no shared cache line. The workers of a launch share the shadow memory of global
/// memory. When a thread executes a fence, its tile switches to vector clocks and an exact history,
/// which represent happens-before edges other than those of barriers.
#pragma once

#include "engine/tile_arena.h"
#include "race/access_log.h"
#include "race/call_sites.h"
#include "race/call_stacks.h"
#include "race/exact_history.h"
#include "race/launch_races.h"
#include "race/region_cache.h"
#include "race/slow_path.h"
#include "race/tile_shadow.h"
#include "race/vector_clocks.h"
#include "race/written_values.h"

#include <milliamp/detail/always_inline.h>
#include <milliamp/detail/launch.h>

#include <cstddef>
#include <cstdint>
#include <vector>

namespace milliamp::detail::race {

/// The detector's interface to the other detectors.
class race_detector_client {
 public:
  /// Whether an earlier access was out of bounds. Such an access races with nothing.
  virtual bool is_excluded(std::uintptr_t address, const thread_access& access) const = 0;
  /// A read of tile_static bytes that no thread has written in this tile.
  virtual void on_unwritten_read(const thread_access& reader, const accessed_memory& memory,
                                 std::size_t size) = 0;

 protected:
  ~race_detector_client() = default;
};

class race_detector final : private tile_shadow_observer {
 public:
  race_detector(race_detector_client& client, slow_path& slow)
      : client_(client), slow_(slow), tile_shadow_(*this) {}

  // --- Events ------------------------------------------------------------------------------------

  /// @return whether the program's tile_static variables have changed
  bool on_launch_begin(launch_races& launch);
  /// Threads of an untiled launch are numbered by this counter; null: by their tile.
  void set_point(const counter* point) { point_ = point; }
  /// @param is_interruptible threads may be interrupted at atomic operations
  void on_tile_begin(std::uint64_t number, bool is_interruptible);
  void on_tile_end();
  void on_thread_switch(thread_number thread) {
    thread_ = thread;
    calls_.switch_to(thread);
  }
  void on_round_end(fence kind, const void* barrier);
  void on_fence(fence kind);
  /// The running thread has allocated memory. The allocator orders earlier uses before this.
  void on_allocation(std::uintptr_t address, std::size_t size);

  // --- Accesses of the running thread ------------------------------------------------------------

  /// The short path, for accesses to tile_static memory within one word or to whole words, from a
  /// known call site.
  /// @return false if the access needs the slow path
  template <unsigned Size>
  MILLIAMP_ALWAYS_INLINE bool access_short(std::uintptr_t address, operation op,
                                           const void* return_address);

  /// Whether the access is a read of a word of global memory that shadow memory covers already, as
  /// most accesses that leave the short path are. The cost is that of loading the shadow memory, so
  /// this function prefetches the shadow memory of the next words.
  bool is_covered_global_read(std::uintptr_t address, std::size_t size, operation op,
                              const void* return_address) const;

  bool is_tile_static(std::uintptr_t address) const { return tile_shadow_.contains(address); }
  void access_tile_static(std::uintptr_t address, std::size_t size, operation op,
                          std::uint32_t site);
  void access_global(std::uintptr_t address, std::size_t size, operation op, std::uint32_t site);
  /// Compares the values that the last access has written. Called at the next access; see
  /// slow_path::look_back.
  void compare_written_values();

  // --- Queries -----------------------------------------------------------------------------------

  /// The number of a call site of the running thread, with the call stack that leads there.
  MILLIAMP_ALWAYS_INLINE std::uint32_t call_site_of(const void* return_address) {
    const std::uintptr_t key = call_site_key(return_address, calls_.call_stack_id());
    const call_site_cache::entry& known = sites_.entry_of(key);
    return known.key == key ? known.number : add_call_site(return_address);
  }
  thread_id current_thread() const {
    return point_ != nullptr ? static_cast<thread_id>(*point_) : tile_base_ + thread_;
  }
  thread_number thread_in_tile() const { return thread_; }
  call_stacks& calls() { return calls_; }
  const call_stacks& calls() const { return calls_; }
  const engine::tile_arena& arena() const { return arena_; }
  const tile_shadow& tile_memory() const { return tile_shadow_; }
  access_log& log() { return log_; }

 private:
  accessor current_accessor() const {
    return {current_thread(), global_round_, global_epoch_begin_, launch_->tile_shift()};
  }
  std::uint32_t add_call_site(const void* return_address);
  bool is_exact() const { return slow_.has(slow_path::exact_history); }
  void begin_exact_history();

  void access_global_word(std::uintptr_t word, operation op, std::uint32_t site,
                          std::uint64_t bytes);
  void record_global(const global_word& at, std::uintptr_t word, global_key key,
                     const accessor& who);
  void access_exactly(memory_kind kind, std::uintptr_t word, operation op, std::uint32_t site,
                      std::uint64_t bytes);
  void import_history(memory_kind kind, std::uintptr_t word);
  template <class Import>
  void import_accesses(memory_kind kind, std::uintptr_t word, Import import);

  void on_tile_race(slot earlier, slot key, std::uintptr_t word, bool is_last) override;
  void on_watched_write(std::uintptr_t word) override;
  void on_unwritten_read(slot key, std::uintptr_t word) override;
  void watch_write(memory_kind kind, std::uintptr_t word);
  accessed_memory accessed_tile_static(std::uintptr_t byte, bool is_barrier_between) const {
    return {byte, arena_.find(reinterpret_cast<const void*>(byte)), true, is_barrier_between,
            last_barrier_};
  }
  written_values& values_of(memory_kind kind) { return values_[static_cast<std::size_t>(kind)]; }
  exact_history& history_of(memory_kind kind) { return histories_[static_cast<std::size_t>(kind)]; }

  race_detector_client& client_;
  slow_path& slow_;
  tile_shadow tile_shadow_;
  thread_number thread_ = 0;
  thread_id tile_base_ = 0;  ///< thread_id of the tile's first thread
  const counter* point_ = nullptr;
  std::uint64_t global_round_ = 1;
  std::uint64_t global_epoch_begin_ = 1;
  const void* last_barrier_ = nullptr;  ///< return address of the last barrier of the tile
  call_stacks calls_;
  call_site_cache sites_;
  region_cache regions_;
  launch_races* launch_ = nullptr;
  engine::tile_arena arena_;
  access_log log_;
  std::vector<global_shadow::conflict> conflicts_;

  written_values values_[2];  ///< by memory_kind
  // For tiles with an exact history.
  vector_clocks clocks_;
  exact_history histories_[2];  ///< by memory_kind
  bool has_fence_ = false;      ///< the tile has executed one
  bool is_interruptible_ = false;
  thread_number first_fence_thread_ = 0;
  /// The epoch of a kind of memory in which the exact history began.
  struct imported_epoch {
    bool is_running = false;
    bool has_atomics = false;  ///< no thread that ran before the first fence has run again
    std::vector<chain_link> links;
    std::vector<thread_number> readers;
  };
  imported_epoch imports_[2];  ///< by memory_kind
  std::vector<exact_history::conflict> exact_conflicts_;
};

template <unsigned Size>
MILLIAMP_ALWAYS_INLINE bool race_detector::access_short(std::uintptr_t address, operation op,
                                                        const void* return_address) {
  const bool fits_words = Size <= 4 ? (address & 3) + Size <= 4 : (address & 3) == 0;
  const std::uintptr_t site_key = call_site_key(return_address, calls_.call_stack_id());
  const call_site_cache::entry& site = sites_.entry_of(site_key);
  if (!tile_shadow_.is_in_short_reach(address) || !fits_words || site.key != site_key ||
      slow_.blocks_short_path()) [[unlikely]] {
    return false;
  }
  const std::uint64_t bytes = Size >= 4 ? 15 : ((1u << Size) - 1) << (address & 3);
  const slot key = tile_shadow_.key_of(op, site.number, bytes);
  const std::uintptr_t word = Size >= 4 ? address : address & ~std::uintptr_t{3};
  for (unsigned offset = 0; offset < Size; offset += 4) {
    tile_shadow_.access_word(word + offset, op, key, thread_);
  }
  return true;
}

}  // namespace milliamp::detail::race
