/// @file
/// Shadow memory of global memory: all memory except tile_static variables and the threads' stacks.
///
/// Threads of different tiles are always concurrent; threads of one tile are concurrent within an
/// epoch (spec 8.1.2.3). A word has two entries and an overflow list. An entry records that one
/// call site accessed certain bytes of the word with one kind of access, and two of the threads
/// that did so. If threads of several tiles did, the two are of different tiles, so any later
/// thread is of another tile than at least one of them. Otherwise they are of the last epoch of the
/// only tile.
///
/// All workers of a launch share the shadow memory. Most accesses are covered by an entry already,
/// which a worker finds out without a lock. Changes to a word need its lock, a bit of its first
/// entry. First and second entries are in separate arrays, because most words need no second: a
/// word costs 16 bytes, or 32 when two call sites access it, which is 4 to 8 bytes per byte of
/// data. Shadow memory is populated per touched page of data, and freed when the launch ends.
#pragma once

#include "base/mutex.h"
#include "race/access.h"
#include "race/call_sites.h"

#include <milliamp/detail/always_inline.h>

#include <array>
#include <atomic>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <unordered_map>
#include <vector>

namespace milliamp::detail::race {

/// The key of an entry: kind, call site and bytes.
///
///     63   | 62     | 61 60 | 59      | 58 … 28 | 27 … 4 | 3 … 0
///     flag | second | kind  | watched | round   | site   | bytes
///
/// In the first entry of a word, `flag` is the lock of the word, and `second` means that the second
/// entry is in use. In the second entry, `flag` means that there is an overflow list. Either all
/// entries of a word are watched or none. No access to a watched word counts as covered, so that
/// record() sees all of them.
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
  /// Whether kind, call site and bytes are equal.
  constexpr bool is_same_access(global_key other) const {
    return ((bits ^ other.bits) & ~(flag | second | watched | round_mask)) == 0;
  }
  /// The same, but false if either key is watched and the other is not.
  constexpr bool is_same_unwatched_access(global_key other) const {
    return ((bits ^ other.bits) & ~(flag | second | round_mask)) == 0;
  }
};

/// The thread that makes an access, and its point in time.
struct accessor {
  thread_id thread;
  std::uint64_t round;
  std::uint64_t epoch_begin;  ///< the first round of the current epoch of global memory
  unsigned tile_shift;        ///< of the launch

  /// Whether an exact history handles races within the thread's tile, as indicated by an epoch that
  /// has not begun.
  bool ignores_own_tile() const { return epoch_begin > round; }
};

struct global_entry {
  global_key key;
  thread_id one = 0;
  thread_id other = 0;

  /// Whether the entry already represents the same access by this thread.
  bool covers(const accessor& current) const {
    if ((one ^ other) >> current.tile_shift != 0) return true;
    if ((one ^ current.thread) >> current.tile_shift != 0 || key.round() < current.epoch_begin)
      return false;
    return one != other || one == current.thread;
  }

  /// Whether both threads are of the accessor's tile.
  bool is_of_tile(const accessor& current) const {
    return ((one ^ current.thread) | (other ^ current.thread)) >> current.tile_shift == 0;
  }
  /// Whether the access may change any of the bytes.
  bool writes(unsigned bytes) const {
    return key.kind() != report::access_kind::read && (key.bytes() & bytes) != 0;
  }

  /// Finds a thread of the entry that is concurrent with the accessor, if there is one.
  bool find_concurrent(const accessor& current, thread_id& found) const;

  /// Whether accesses of the two entries are known to be concurrent. Within a tile this is only
  /// known for accesses in the same round, because the limits of past epochs are not recorded.
  bool is_surely_concurrent(const global_entry& e, const accessor& current) const;

  /// Adds the same access by another thread, which the entry does not cover.
  void add(const accessor& current);
};

/// An entry in shadow memory.
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

/// The shadow memory of an aligned region of 2^bits bytes.
class shadow_region {
 public:
  static constexpr unsigned bits = 22;
  static constexpr std::size_t words = (std::size_t{1} << bits) / 4;

  /// @throws concurrency::out_of_memory if the system has no more address space
  shadow_region();
  ~shadow_region();
  shadow_region(const shadow_region&) = delete;
  shadow_region& operator=(const shadow_region&) = delete;

  /// The first entry of a word.
  /// @param word the index of the word in the region
  global_cell& first(std::size_t word) {
    make_present(0, word);
    return entries_[0][word];
  }
  /// The second entry of a word whose first entry has the bit `second`.
  const global_cell& second_in_use(std::size_t word) const { return entries_[1][word]; }
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

  /// Populates the shadow memory of a page of data. A read of untouched memory would map the shared
  /// page of zeros; the first write would then replace it, and the TLB shootdown on all processors
  /// costs some 5 us.
  void make_present(int i, std::size_t word) {
    if (!present_[i][word / words_in_page].load(std::memory_order_relaxed)) [[unlikely]] {
      populate(i, word / words_in_page);
    }
  }
  void populate(int i, std::size_t page);

  global_cell* entries_[2];
  std::array<std::atomic<bool>, words / words_in_page> present_[2]{};
};

/// A word of data: its region and its index there.
struct global_word {
  shadow_region* region;
  std::size_t number;
};

class global_shadow {
 public:
  global_shadow() = default;
  global_shadow(const global_shadow&) = delete;
  global_shadow& operator=(const global_shadow&) = delete;

  /// @param number an address in the region, shifted right by shadow_region::bits
  shadow_region& region(std::uintptr_t number);

  /// Whether an entry already represents an access. Takes no lock.
  MILLIAMP_ALWAYS_INLINE static bool is_covered(const global_word& word, global_key key,
                                                const accessor& current) {
    const global_entry first = word.region->first(word.number).load();
    if (first.key.is_same_unwatched_access(key)) return first.covers(current);
    if ((first.key.bits & global_key::second) == 0) return false;
    const global_entry second = word.region->second_in_use(word.number).load();
    return second.key.is_same_unwatched_access(key) && second.covers(current);
  }

  /// Records an access if it is the first to its word.
  /// @return false if it is not the first: the caller must call record()
  static bool record_first(const global_word& word, global_key key, const accessor& current) {
    global_cell& cell = word.region->first(word.number);
    std::uint64_t untouched = 0;
    if (cell.key.load(std::memory_order_relaxed) != untouched ||
        !cell.key.compare_exchange_strong(untouched, global_key::flag, std::memory_order_acquire,
                                          std::memory_order_relaxed)) {
      return false;
    }
    cell.store_threads({key, current.thread, current.thread});
    cell.key.store(key.bits, std::memory_order_release);
    return true;
  }

  /// Calls f(entry) for the entries of a word.
  void for_each_entry(const global_word& word, const std::function<void(const global_entry&)>& f);

  /// Forgets the words of memory that was freed and allocated again.
  void forget(std::uintptr_t begin, std::uintptr_t end);

  /// The earlier access of a race.
  struct conflict {
    global_key earlier;
    thread_id thread;
    /// No other thread has written the bytes since, and this one has not from another call site.
    bool is_last;
  };

  /// Records an access and appends the accesses that it races with.
  /// @return whether the word is watched, as it is once writes to it have raced
  bool record(const global_word& word, global_key key, const accessor& current,
              std::vector<conflict>& conflicts);

 private:
  class word_lock;
  struct locked_entries;

  std::vector<global_entry>& overflow_of(const global_cell& cell);
  void forget(const global_word& word);

  static constexpr std::size_t shards = 64;
  struct overflow_shard {
    base::mutex mutex;
    /// The lock of its word guards each list.
    std::unordered_map<const global_cell*, std::vector<global_entry>> cells
        MILLIAMP_GUARDED_BY(mutex);
  };

  base::mutex mutex_;
  std::unordered_map<std::uintptr_t, std::unique_ptr<shadow_region>> regions_
      MILLIAMP_GUARDED_BY(mutex_);
  std::array<overflow_shard, shards> overflows_;
};

}  // namespace milliamp::detail::race
