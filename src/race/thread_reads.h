/// @file
/// What the running thread has read, where each thread is a tile of its own: the atomic operations
/// that follow validate it (see validated_reads.h).
///
/// The contents depend only on the accesses of the thread itself, so results do not depend on how
/// threads are divided among workers. The size is limited: for reads that have been evicted, the
/// answer is "unknown". Reads in which each thread reads its own element are not kept here:
/// access_set records which thread has made them.
#pragma once

#include "race/access.h"

#include <milliamp/detail/tile.h>

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>

namespace milliamp::detail::race {

/// A cache of the latest plain reads, by word.
class thread_reads {
 public:
  /// Forgets all.
  void begin_launch() { ++launch_; }
  /// @param fiber the thread's number among those that may be interleaved with it
  void add(std::uintptr_t word, std::uint32_t call_site, thread_id thread, thread_number fiber) {
    set& s = sets_[set_of(word, fiber)];
    if (s.owner != owner_of(thread)) {
      s.owner = owner_of(thread);
      s.added = 0;
    }
    s.reads[s.added++ % s.reads.size()] = {word, call_site};
  }

  /// Whether reads of the thread have been dropped that may have been of the word.
  bool has_dropped(std::uintptr_t word, thread_id thread, thread_number fiber) const {
    const set& s = sets_[set_of(word, fiber)];
    return s.owner == owner_of(thread) && s.added > s.reads.size();
  }
  /// Calls f(call_site) for the call sites at which the thread has read the word.
  template <class F>
  void for_each(std::uintptr_t word, thread_id thread, thread_number fiber, F f) const {
    const set& s = sets_[set_of(word, fiber)];
    if (s.owner != owner_of(thread)) return;
    for (std::size_t i = 0; i < std::min<std::size_t>(s.added, s.reads.size()); ++i) {
      if (s.reads[i].word == word) f(s.reads[i].call_site);
    }
  }

 private:
  struct read {
    std::uintptr_t word;
    std::uint32_t call_site;
  };
  struct set {
    std::array<read, 4> reads;
    std::uint64_t owner;  ///< the thread and the launch
    std::uint32_t added;  ///< how many reads of that thread
  };

  std::uint64_t owner_of(thread_id thread) const { return launch_ << 32 | thread; }
  static std::size_t set_of(std::uintptr_t word, thread_number fiber) {
    return (word / 4 ^ word / 1024 ^ fiber) % set_count;
  }

  static constexpr std::size_t set_count = 256;

  std::uint64_t launch_ = 0;
  std::array<set, set_count> sets_{};
};

}  // namespace milliamp::detail::race
