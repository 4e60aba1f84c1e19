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
/// read without a lock; a word is changed under a lock of its own, which is a bit of its first
/// entry. First and second entries lie apart, for most words need no second: a word costs 16 bytes,
/// and 32 when two places access it, that is 4 to 8 bytes for each byte of data. The memory comes
/// by the page of data that is touched, and is given back when the launch ends.
#pragma once

#include "race/access.h"
#include "race/call_sites.h"

#include <milliamp/detail/always_inline.h>

#include <array>
#include <atomic>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <mutex>
#include <unordered_map>
#include <vector>

namespace milliamp::detail::race {

/// The key of an entry: kind, place and bytes.
///
///     63   | 62     | 61 60 | 59      | 58 … 28 | 27 … 4 | 3 … 0
///     flag | second | kind  | watched | round   | site   | bytes
///
/// In a word's first entry the flag is its lock, and `second` tells that the second is in use; in
/// the second the flag tells of overflows. All entries of a word are watched, or none: then it is
/// told of all accesses to the word, whatever its entries cover.
struct global_key {
  static constexpr std::uint64_t flag = std::uint64_t{1} << 63;
  static constexpr std::uint64_t second = std::uint64_t{1} << 62;
  static constexpr std::uint64_t watched = std::uint64_t{1} << 59;
  static constexpr std::uint64_t round_mask = ((std::uint64_t{1} << 31) - 1) << 28;

  std::uint64_t bits = 0;

  static constexpr global_key make(report::access_kind kind, std::uint64_t round,
                                   std::uint64_t site, std::uint64_t bytes) {
    return {static_cast<std::uint64_t>(kind) << 60 | (round << 28 & round_mask) | site << 4 |
            bytes};
  }
  constexpr report::access_kind kind() const {
    return static_cast<report::access_kind>(bits >> 60 & 3);
  }
  constexpr std::uint64_t round() const { return (bits & round_mask) >> 28; }
  constexpr std::uint32_t site() const {
    return static_cast<std::uint32_t>(bits >> 4 & ((1u << site_bits) - 1));
  }
  constexpr unsigned bytes() const { return bits & 15; }
  constexpr void set_round(std::uint64_t round) {
    bits = (bits & ~round_mask) | (round << 28 & round_mask);
  }
  /// Whether the two are the same place, whatever the round.
  constexpr bool is_place_of(global_key other) const {
    return ((bits ^ other.bits) & ~(flag | second | watched | round_mask)) == 0;
  }
  /// The same for the key of an entry, when no other access is to be told of.
  constexpr bool is_unwatched_place_of(global_key other) const {
    return ((bits ^ other.bits) & ~(flag | second | round_mask)) == 0;
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

  /// Whether it stands for threads of the accessor's tile only.
  bool is_of_tile(const accessor& who) const {
    return ((one ^ who.thread) | (other ^ who.thread)) >> who.tile_shift == 0;
  }
  /// Whether its accesses change some of the bytes, or may do so.
  bool writes(unsigned bytes) const {
    return key.kind() != report::access_kind::read && (key.bytes() & bytes) != 0;
  }

  /// A thread of the entry whose access is concurrent with one by `who`; false: there is none.
  bool find_concurrent(const accessor& who, thread_id& found) const;

  /// Whether some accesses of the two entries are concurrent, as `who` sees it. Within a tile only
  /// one round tells: which rounds belong to one epoch is known of the epoch that runs.
  bool is_surely_concurrent(const global_entry& e, const accessor& who) const;

  /// Takes in an access at the same place that is not covered.
  void add(const accessor& who);
};

/// An entry as it lies in shadow memory.
struct global_cell {
  std::atomic<std::uint64_t> key;
  std::atomic<std::uint64_t> threads;

  global_entry load() const {
    const std::uint64_t k = key.load(std::memory_order_acquire);
    const std::uint64_t t = threads.load(std::memory_order_relaxed);
    return {{k}, static_cast<thread_id>(t), static_cast<thread_id>(t >> 32)};
  }
  void store_threads(const global_entry& e) {
    threads.store(e.one | std::uint64_t{e.other} << 32, std::memory_order_relaxed);
  }
};

/// The shadow memory of a stretch of addresses: those that share all but the last bits.
class shadow_region {
 public:
  static constexpr unsigned bits = 22;
  static constexpr std::size_t words = (std::size_t{1} << bits) / 4;

  /// @throws concurrency::out_of_memory when the system gives no more address space
  shadow_region();
  ~shadow_region();
  shadow_region(const shadow_region&) = delete;
  shadow_region& operator=(const shadow_region&) = delete;

  /// The first entry of a word. @param word its number in the region
  global_cell& first(std::size_t word) {
    make_present(0, word);
    return entries_[0][word];
  }
  /// The second entry of a word, where the first tells that it is in use.
  const global_cell& second_in_use(std::size_t word) const { return entries_[1][word]; }
  /// The second entry of a word.
  global_cell& second(std::size_t word) {
    make_present(1, word);
    return entries_[1][word];
  }
  /// Whether the word may have been accessed.
  bool is_present(std::size_t word) const {
    return present_[0][word / words_in_page].load(std::memory_order_relaxed);
  }

 private:
  static constexpr std::size_t words_in_page = 4096 / 4;

  /// Memory that is read before it is written to would first become a common page of zeros, and
  /// then another, which has to be announced to all processors: some 5 us. So it is made writable
  /// before it is read, by the page of data.
  void make_present(int i, std::size_t word) {
    if (!present_[i][word / words_in_page].load(std::memory_order_relaxed)) [[unlikely]] {
      populate(i, word / words_in_page);
    }
  }
  void populate(int i, std::size_t page);

  global_cell* entries_[2];
  std::array<std::atomic<bool>, words / words_in_page> present_[2]{};
};

/// A word of data in its region.
struct global_word {
  shadow_region* region;
  std::size_t number;
};

class global_shadow {
 public:
  global_shadow() = default;
  global_shadow(const global_shadow&) = delete;
  global_shadow& operator=(const global_shadow&) = delete;

  /// The region of that number: of the addresses that are it but for the last shadow_region::bits.
  shadow_region& region(std::uintptr_t number);

  /// Whether an access says nothing new; no lock is taken.
  MILLIAMP_ALWAYS_INLINE static bool is_covered(const global_word& word, global_key key,
                                                const accessor& who) {
    const global_entry first = word.region->first(word.number).load();
    if (first.key.is_unwatched_place_of(key)) return first.covers(who);
    if ((first.key.bits & global_key::second) == 0) return false;
    const global_entry second = word.region->second_in_use(word.number).load();
    return second.key.is_unwatched_place_of(key) && second.covers(who);
  }

  /// Takes an access in that is the first to its word, which is nothing to compare it with. Returns
  /// false where it is not the first: record() is to be called.
  static bool record_first(const global_word& word, global_key key, const accessor& who) {
    global_cell& cell = word.region->first(word.number);
    std::uint64_t untouched = 0;
    if (cell.key.load(std::memory_order_relaxed) != untouched ||
        !cell.key.compare_exchange_strong(untouched, global_key::flag, std::memory_order_acquire,
                                          std::memory_order_relaxed)) {
      return false;
    }
    cell.store_threads({key, who.thread, who.thread});
    cell.key.store(key.bits, std::memory_order_release);
    return true;
  }

  /// Calls f(entry) for what is known of a word.
  void for_each_entry(const global_word& word, const std::function<void(const global_entry&)>& f);

  /// Forgets the words from begin to end: they have become another piece of memory.
  void forget(std::uintptr_t begin, std::uintptr_t end);

  /// A race that an access has: the earlier access.
  struct conflict {
    global_key earlier;
    thread_id thread;
    /// No other thread of the tile, nor one of another, has written the bytes since, nor has this
    /// one at another place.
    bool is_last;
  };

  /// Takes an access in; appends the races that it has. Returns whether the word is watched: as
  /// soon as writes to it race, record() is to be called for every access.
  bool record(const global_word& word, global_key key, const accessor& who,
              std::vector<conflict>& conflicts);

 private:
  class word_lock;
  struct locked_entries;

  std::vector<global_entry>& overflow_of(const global_cell& cell);
  void forget(const global_word& word);

  static constexpr std::size_t shards = 64;
  struct overflow_shard {
    std::mutex mutex;
    std::unordered_map<const global_cell*, std::vector<global_entry>> cells;
  };

  std::mutex mutex_;
  std::unordered_map<std::uintptr_t, std::unique_ptr<shadow_region>> regions_;
  std::array<overflow_shard, shards> overflows_;
};

}  // namespace milliamp::detail::race
