/// @file
/// Shadow memory of global memory: of all that is neither tile_static nor a thread's own stack.
///
/// Threads of different tiles are always concurrent, threads of one tile within an epoch
/// (spec 8.1.2.3). A word has two entries and a list of overflows. An entry stands for one place in
/// the code that has accessed some of the word's bytes in one way, and for two of the threads that
/// did so: of different tiles if there are such, for then whatever thread comes later, one of the
/// two is of another tile; else of the last epoch of the only tile.
///
/// All workers of a launch share it. What most accesses find, that an entry says it all already, is
/// read without a lock; a cell is changed under a lock of its own, which is a bit of it. The memory
/// is mapped as it is touched, 8 bytes for each byte of data, and given back when the launch ends.
#pragma once

#include "check/access.h"
#include "check/sites.h"

#include <array>
#include <atomic>
#include <cstddef>
#include <cstdint>
#include <mutex>
#include <unordered_map>
#include <vector>

namespace milliamp::detail {

/// The key of an entry: kind, place and bytes.
///
///     63   | 62 61 | 60 … 32 | 31 … 4 | 3 … 0
///     flag | kind  | round   | site   | bytes
///
/// In a cell's first entry the flag is its lock, in the second it tells of overflows.
struct global_key {
  static constexpr std::uint64_t flag = std::uint64_t{1} << 63;
  static constexpr std::uint64_t round_mask = ((std::uint64_t{1} << 29) - 1) << 32;

  std::uint64_t bits = 0;

  static constexpr global_key make(access_kind kind, std::uint64_t round, std::uint64_t site,
                                   std::uint64_t bytes) {
    return {static_cast<std::uint64_t>(kind) << 61 | (round << 32 & round_mask) | site << 4 |
            bytes};
  }
  constexpr access_kind kind() const { return static_cast<access_kind>(bits >> 61 & 3); }
  constexpr std::uint64_t round() const { return (bits & round_mask) >> 32; }
  constexpr std::uint32_t site() const {
    return static_cast<std::uint32_t>(bits >> 4 & ((1u << slot::site_bits) - 1));
  }
  constexpr unsigned bytes() const { return bits & 15; }
  /// Whether the two are the same place, whatever the round.
  constexpr bool is_place_of(global_key other) const {
    return ((bits ^ other.bits) & ~(flag | round_mask)) == 0;
  }
};

/// Who accesses, and when.
struct accessor {
  thread_id thread;
  std::uint64_t round;
  std::uint64_t epoch_begin;  ///< the round with which the epoch of global memory began
  unsigned tile_shift;        ///< of the launch

  /// Whether what the thread's own tile does is left to others, who know its fences: so says an
  /// epoch that is yet to begin.
  bool ignores_own_tile() const { return epoch_begin > round; }
};

struct global_entry {
  global_key key;
  thread_id one = 0;
  thread_id other = 0;

  /// Whether an access by the thread at the same place adds nothing to the entry.
  bool covers(const accessor& who) const {
    if ((one ^ other) >> who.tile_shift != 0) return true;
    if ((one ^ who.thread) >> who.tile_shift != 0 || key.round() < who.epoch_begin) return false;
    return one != other || one == who.thread;
  }

  /// A thread of the entry whose access is concurrent with one by `who`; false: there is none.
  bool find_concurrent(const accessor& who, thread_id& found) const;

  /// Whether some accesses of the two entries are concurrent, as `who` sees it. Within a tile only
  /// one round tells: which rounds belong to one epoch is known of the epoch that runs.
  bool is_surely_concurrent(const global_entry& e, const accessor& who) const;

  /// Takes in an access at the same place that is not covered.
  void add(const accessor& who);
};

/// The entries of one word.
struct global_cell {
  std::atomic<std::uint64_t> keys[2];
  std::atomic<std::uint64_t> threads[2];
};

class global_shadow {
 public:
  static constexpr unsigned chunk_bits = 16;
  static constexpr std::size_t words_in_chunk = (std::size_t{1} << chunk_bits) / 4;

  global_shadow() = default;
  ~global_shadow();
  global_shadow(const global_shadow&) = delete;
  global_shadow& operator=(const global_shadow&) = delete;

  /// The cells of the words of a chunk: of the addresses that share all but the last chunk_bits.
  global_cell* cells_of_chunk(std::uintptr_t chunk);

  /// Whether an access says nothing new; no lock is taken.
  static bool is_covered(const global_cell& cell, global_key key, const accessor& who) {
    for (int i = 0; i < 2; ++i) {
      const global_entry e = load(cell, i);
      if (e.key.is_place_of(key)) return e.covers(who);
    }
    return false;
  }

  /// Forgets a word: it has become another piece of memory.
  void forget(global_cell& cell);

  /// A race that an access has: the earlier access.
  struct conflict {
    global_key earlier;
    thread_id thread;
  };

  /// Takes an access in; appends the races that it has.
  void record(global_cell& cell, global_key key, const accessor& who,
              std::vector<conflict>& conflicts);

 private:
  class cell_lock;

  static global_entry load(const global_cell& cell, int i) {
    const std::uint64_t key = cell.keys[i].load(std::memory_order_acquire);
    const std::uint64_t threads = cell.threads[i].load(std::memory_order_relaxed);
    return {{key}, static_cast<thread_id>(threads), static_cast<thread_id>(threads >> 32)};
  }
  std::vector<global_entry>& overflow_of(const global_cell& cell);

  static constexpr std::size_t slab_chunks = 16;
  static constexpr std::size_t shards = 64;
  struct overflow_shard {
    std::mutex mutex;
    std::unordered_map<const global_cell*, std::vector<global_entry>> cells;
  };

  std::mutex mutex_;
  std::unordered_map<std::uintptr_t, global_cell*> chunks_;
  std::vector<void*> slabs_;
  std::size_t free_in_slab_ = 0;
  std::array<overflow_shard, shards> overflows_;
};

}  // namespace milliamp::detail
