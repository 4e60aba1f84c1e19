/// @file
/// The race detector of one worker: the accesses of the kernel threads that REF runs on it.
///
/// Races within a tile are detected when they occur, by the shadow memory of the tile. Races
/// between tiles are found when the launch has ended; until then the detector only records which
/// threads have accessed what, in an access_set. All of that is private to the worker, so no access
/// takes a lock or touches a shared cache line. When a thread executes a fence, its tile switches
/// to vector clocks and an exact history, which represent happens-before edges other than those of
/// barriers.
#pragma once

#include "engine/tile_arena.h"
#include "race/access_cache.h"
#include "race/access_log.h"
#include "race/call_sites.h"
#include "race/call_stacks.h"
#include "race/element_row.h"
#include "race/exact_tile.h"
#include "race/launch_races.h"
#include "race/own_runs.h"
#include "race/slow_path.h"
#include "race/thread_reads.h"
#include "race/tile_global_shadow.h"
#include "race/tile_static_shadow.h"
#include "race/words.h"
#include "race/written_values.h"

#include <milliamp/detail/always_inline.h>
#include <milliamp/detail/launch.h>

#include <cstddef>
#include <cstdint>

namespace milliamp::detail::race {

/// The detector's interface to the other detectors.
class race_observer {
 public:
  /// Whether an earlier access was out of bounds. Such an access races with nothing.
  virtual bool is_excluded(std::uintptr_t address, const thread_access& access) const = 0;
  /// A race of the running thread with an earlier access of its tile, or an order-dependent read,
  /// which is in the log.
  virtual void on_race(std::uintptr_t address, const thread_access& earlier,
                       const access_log::fault_key& race) = 0;
  /// A read of tile_static bytes that no thread has written in this tile.
  virtual void on_unwritten_read(const thread_access& reader, const accessed_memory& memory,
                                 std::size_t size) = 0;

 protected:
  ~race_observer() = default;
};

class race_detector final : private tile_shadow_observer {
 public:
  race_detector(race_observer& client, slow_path& slow)
      : client_(client), slow_(slow), tile_static_(*this), tile_global_(*this) {}

  // --- Events ------------------------------------------------------------------------------------

  /// @return whether the program's tile_static variables have changed
  bool on_launch_begin(launch_races& launch, const symbolize::held_tile_modules& modules);
  /// The worker has run its share of the launch.
  void on_launch_end();
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
  /// Whether the atomic operation that the running thread is about to perform validates reads.
  void set_validates_reads(bool validates) { validates_reads_ = validates; }
  /// The running thread has allocated memory. The allocator orders earlier uses before this.
  void on_allocation(std::uintptr_t address, std::size_t size);

  // --- Accesses of the running thread ------------------------------------------------------------

  /// The short path for tile_static memory: accesses within one word or to whole words, from a
  /// known call site. It has several functions, because most accesses need the first ones only. The
  /// caller has tested for reasons to take the slow path.
  /// @param key set to the access, without its thread
  /// @return false if the access needs the slow path
  template <unsigned Size>
  MILLIAMP_ALWAYS_INLINE bool find_short_path(std::uintptr_t address, operation op,
                                              const void* return_address, slot& key) const;
  /// Whether shadow memory already represents the access.
  template <unsigned Size>
  MILLIAMP_ALWAYS_INLINE bool is_covered(std::uintptr_t address, slot key) const;
  /// Records an access that is_covered(). A separate function: within is_covered(), Clang saved
  /// registers for it in all accesses.
  template <unsigned Size>
  MILLIAMP_ALWAYS_INLINE void remember(std::uintptr_t address, slot key);
  /// Records an access that is not is_covered(), if it is to one word that the epoch has not
  /// accessed before. Calls nothing.
  /// @return false if access_tile_static_short() must be called
  template <unsigned Size>
  MILLIAMP_ALWAYS_INLINE bool access_new_word(std::uintptr_t address, operation op, slot key) {
    return Size <= 4 && tile_static_.access_new_word(word_of(address), op, key, thread_);
  }
  /// Records an access that is not is_covered().
  /// @return false if it needs the slow path; some of its words may have been recorded
  template <unsigned Size>
  MILLIAMP_ALWAYS_INLINE bool access_tile_static_short(std::uintptr_t address, operation op,
                                                       slot key);
  /// The short path for many values of tile_static memory that the running thread is about to read.
  /// @param size the size of a value, in bytes
  /// @return false if they need a call each; some may have been recorded
  bool read_tile_static_values(std::uintptr_t first, std::ptrdiff_t stride, std::size_t count,
                               std::size_t size, const void* return_address);
  /// The shortest path for global memory: where the access continues a run of the call site. The
  /// caller has tested for reasons to take the slow path.
  /// @return false if the access needs another path
  template <unsigned Size>
  MILLIAMP_ALWAYS_INLINE bool continue_run(std::uintptr_t address, operation op,
                                           const void* return_address) {
    const std::uintptr_t call_site_key = call_site_key_of(return_address);
    const std::uintptr_t key = access_cache::key_of(call_site_key, kind_of(op));
    return runs_.extend(key, address, Size, current_thread());
  }
  /// The next shortest path: where each thread accesses elements of its own and is a separate tile.
  /// Calls nothing.
  /// @return false if the access needs another path
  template <unsigned Size>
  MILLIAMP_ALWAYS_INLINE bool access_own_element(std::uintptr_t address, operation op,
                                                 const void* return_address);
  /// The short path for global memory: aligned accesses from a call site to a page which that call
  /// site has accessed before.
  /// @return false if the access needs the slow path
  template <unsigned Size>
  MILLIAMP_ALWAYS_INLINE bool access_global_short(std::uintptr_t address, operation op,
                                                  const void* return_address);

  bool is_tile_static(std::uintptr_t address) const { return tile_static_.contains(address); }
  void access_tile_static(std::uintptr_t address, std::size_t size, operation op,
                          std::uint32_t call_site);
  /// @param use how later accesses to the page of the address may take the short path
  void access_global(std::uintptr_t address, std::size_t size, operation op,
                     const void* return_address, page_use use);
  /// Threads of an untiled launch access elements. All accesses to their pages may take the short
  /// path, and nothing there is unwritten.
  void access_own_elements(const element_row& elements, operation op, const void* return_address);
  /// Compares the values that the last access has written. Called at the next access; see
  /// slow_path::look_back.
  void compare_written_values();

  // --- Queries -----------------------------------------------------------------------------------

  /// The number of a call site of the running thread, with its call stack.
  MILLIAMP_ALWAYS_INLINE std::uint32_t call_site_of(const void* return_address) {
    const std::uintptr_t key = call_site_key_of(return_address);
    const call_site_cache::entry& known = call_sites_.entry_of(key);
    return known.key == key ? known.number : add_call_site(return_address);
  }
  /// The key of a call site of the running thread.
  std::uintptr_t call_site_key_of(const void* return_address) const {
    return call_site_key(return_address, calls_.call_stack_id());
  }
  thread_id current_thread() const {
    return point_ != nullptr ? static_cast<thread_id>(*point_) : tile_base_ + thread_;
  }
  thread_number thread_in_tile() const { return thread_; }
  call_stacks& calls() { return calls_; }
  const call_stacks& calls() const { return calls_; }
  const engine::tile_arena& arena() const { return arena_; }
  const tile_static_shadow& tile_memory() const { return tile_static_; }
  access_log& log() { return log_; }

 private:
  std::uint32_t add_call_site(const void* return_address);
  void provide_cells(std::uintptr_t address);
  MILLIAMP_ALWAYS_INLINE const access_cache::entry* cached_record(
      std::uintptr_t address, operation op, std::uintptr_t call_site_key) const {
    return cache_.find(access_cache::key_of(call_site_key, kind_of(op)), page::number(address));
  }
  const access_cache::entry* find_record(std::uintptr_t address, operation op,
                                         std::uintptr_t call_site_key);
  bool is_exact() const { return slow_.has(slow_path::exact_history); }
  void begin_exact_history();

  void mark_reads(page_record& page);
  void validate_reads(std::uintptr_t word);

  void access_exactly(memory_kind kind, std::uintptr_t word, operation op, std::uint32_t call_site,
                      std::uint64_t bytes);
  template <class F>
  void for_each_shadow_access(memory_kind kind, std::uintptr_t word, F f) const;

  void on_race_within_tile(memory_kind memory, slot earlier, slot key, std::uintptr_t word,
                           bool is_last) override;
  void on_watched_write(memory_kind memory, std::uintptr_t word) override;
  void on_validated_read(slot read, validated_reads::evidence e) override;
  bool validates_reads() const override { return validates_reads_; }
  bool is_validated(slot read) const override {
    return log_.validated().is_certain(read.call_site());
  }
  void on_unwritten_read(slot key, std::uintptr_t word) override;
  accessed_memory accessed(memory_kind kind, std::uintptr_t byte, bool is_barrier_between) const {
    const bool is_tile_static = kind == memory_kind::tile_static;
    return {.address = byte,
            .tile_static = is_tile_static ? arena_.find(reinterpret_cast<const void*>(byte))
                                          : symbolize::tile_static_location(),
            .is_tile_static = is_tile_static,
            .is_within_tile = true,
            .barrier_between = is_barrier_between,
            .barrier = last_barrier_};
  }
  written_values& values_of(memory_kind kind) { return values_[static_cast<std::size_t>(kind)]; }

  race_observer& client_;
  slow_path& slow_;
  tile_static_shadow tile_static_;
  tile_global_shadow tile_global_;
  thread_number thread_ = 0;
  thread_id tile_base_ = 0;  ///< thread_id of the tile's first thread
  const counter* point_ = nullptr;
  std::uint64_t round_ = 1;             ///< the round of the tile
  const void* last_barrier_ = nullptr;  ///< return address of the last barrier of the tile
  call_stacks calls_;
  call_site_cache call_sites_;
  access_cache cache_;
  launch_races* launch_ = nullptr;
  bool is_shared_tile_ = false;  ///< several threads may race for global memory within a tile
  bool validates_reads_ = true;  ///< the last atomic operation, see validated_reads.h
  unsigned tile_shift_ = 0;
  access_set* accesses_ = nullptr;  ///< the accesses of the worker in the launch
  engine::tile_arena arena_;
  access_log log_;

  written_values values_[2];  ///< by memory_kind
  exact_tile exact_;          ///< while is_exact()
  bool is_interruptible_ = false;
  thread_reads reads_;  ///< if each thread is a tile of its own
  own_runs runs_;
};

template <unsigned Size>
MILLIAMP_ALWAYS_INLINE bool race_detector::find_short_path(std::uintptr_t address, operation op,
                                                           const void* return_address,
                                                           slot& key) const {
  if (!tile_static_.is_in_short_reach(address)) [[unlikely]]
    return false;
  const bool fits_words = Size <= 4 ? (address & 3) + Size <= 4 : (address & 3) == 0;
  const std::uintptr_t call_site_key = call_site_key_of(return_address);
  const call_site_cache::entry& call_site = call_sites_.entry_of(call_site_key);
  if (!fits_words || call_site.key != call_site_key) [[unlikely]]
    return false;
  const std::uint64_t bytes = Size >= 4 ? 15 : ((1u << Size) - 1) << (address & 3);
  key = tile_static_.key_of(op, call_site.number, bytes);
  return true;
}

template <unsigned Size>
MILLIAMP_ALWAYS_INLINE bool race_detector::is_covered(std::uintptr_t address, slot key) const {
  const std::uintptr_t word = Size >= 4 ? address : word_of(address);
  for (unsigned offset = 0; offset < Size; offset += 4) {
    if (!tile_static_.covers(word + offset, key, thread_)) return false;
  }
  return true;
}

template <unsigned Size>
MILLIAMP_ALWAYS_INLINE void race_detector::remember(std::uintptr_t address, slot key) {
  const std::uintptr_t word = Size >= 4 ? address : word_of(address);
  for (unsigned offset = 0; offset < Size; offset += 4) {
    tile_static_.remember(word + offset, key, thread_);
  }
}

template <unsigned Size>
MILLIAMP_ALWAYS_INLINE bool race_detector::access_tile_static_short(std::uintptr_t address,
                                                                    operation op, slot key) {
  if (Size <= 4) return tile_static_.access_changing_word(word_of(address), op, key, thread_);
  // Clang unrolls a loop over offsets, not one over addresses, which could overflow.
  for (unsigned offset = 0; offset < Size; offset += 4) {
    const std::uintptr_t word = address + offset;
    if (tile_static_.has_recorded(word, key, thread_)) continue;
    if (!tile_static_.access_uncovered_word(word, op, key, thread_)) return false;
  }
  return true;
}

template <unsigned Size>
MILLIAMP_ALWAYS_INLINE bool race_detector::access_own_element(std::uintptr_t address, operation op,
                                                              const void* return_address) {
  if (is_shared_tile_) return false;
  const std::uintptr_t call_site_key = call_site_key_of(return_address);
  const access_cache::entry* const known = cached_record(address, op, call_site_key);
  if (known == nullptr || address % Size != 0 || known->owned == nullptr || !slow_.empty() ||
      !known->owned->is_in_block(address, Size, current_thread())) {
    return false;
  }
  const std::size_t offset = page::offset(address);
  if (known->written != nullptr) set_written(known->written, offset / 4, (Size + 3) / 4);
  known->owned->set(offset, Size);
  if (is_plain(op) && known->owned->stride == Size && known->written == nullptr) {
    runs_.begin_after(known->key, address, Size, current_thread(), *known->owned);
  }
  return true;
}

template <unsigned Size>
MILLIAMP_ALWAYS_INLINE bool race_detector::access_global_short(std::uintptr_t address, operation op,
                                                               const void* return_address) {
  const std::uintptr_t call_site_key = call_site_key_of(return_address);
  if (address % Size != 0 || !slow_.empty()) [[unlikely]]
    return false;
  const access_cache::entry* known = cached_record(address, op, call_site_key);
  if (known == nullptr) known = find_record(address, op, call_site_key);
  if (known == nullptr) return false;

  constexpr unsigned words = Size > 4 ? Size / 4 : 1;
  const std::size_t offset = page::offset(address);
  const unsigned bytes = Size >= 4 ? 15 : ((1u << Size) - 1) << (address & 3);
  if (is_shared_tile_) {
    if (!tile_global_.has_cells(address)) [[unlikely]]
      provide_cells(address);
    const slot slot_key = tile_global_.key_of(op, known->call_site, bytes);
    if (!tile_global_.access_short<words>(word_of(address), slot_key, thread_)) return false;
  }
  if (known->written != nullptr) set_written(known->written, offset / 4, words);
  const thread_id thread = current_thread();
  if (known->owned != nullptr) {
    if (!known->owned->is_in_block(address, Size, thread)) return false;
    known->owned->set(offset, Size);
    return true;
  }
  if (known->bytes != bytes) return false;
  if (op == operation::read && !is_shared_tile_) {
    for (unsigned i = 0; i < words; ++i) {
      reads_.add(word_of(address) + 4 * i, known->call_site, thread, thread_);
    }
  }
  for (unsigned i = 0; i < words; ++i) {
    known->words[offset / 4 + i].add(thread, tile_shift_);
  }
  return true;
}

}  // namespace milliamp::detail::race
