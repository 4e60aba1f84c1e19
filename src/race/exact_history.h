/// @file
/// The access history of a tile whose threads use memory fences outside of barriers.
///
/// With barriers alone, two threads represent all that accessed a word at one call site (see
/// shadow_slot.h). Fences order some pairs of threads but not others, so this history keeps every
/// thread, with the time of its last access. It is many times slower than shadow memory; programs
/// without fences do not pay for it.
#pragma once

#include "base/memory_range.h"
#include "race/access.h"
#include "race/shadow_slot.h"
#include "race/vector_clocks.h"

#include <algorithm>
#include <cstdint>
#include <set>
#include <unordered_map>
#include <utility>
#include <vector>

namespace milliamp::detail::race {

/// The history of one kind of memory, in one epoch of a tile.
class exact_history {
 public:
  /// All earlier accesses happen before all later ones.
  void begin_epoch() { words_.clear(); }

  /// Forgets memory that was freed and allocated again.
  void forget_within(const base::memory_range& memory) {
    std::erase_if(words_, [&](const auto& w) { return memory.overlaps({w.first, 4}); });
  }

  bool contains(std::uintptr_t word) const { return words_.contains(word); }
  /// Adds an access that preceded the first fence of the tile.
  /// @param link the link of an atomic operation
  void import(std::uintptr_t word, const word_access& access, thread_number thread, chain_link link,
              std::uint64_t round);

  /// Calls f(call_site) for the plain reads of bytes of a word by a thread.
  template <class F>
  void for_each_read(std::uintptr_t word, std::uint32_t bytes, thread_number thread, F f) const {
    const auto found = words_.find(word);
    if (found == words_.end()) return;
    for (const call_site_history& p : found->second.call_sites) {
      if (p.access.kind == report::access_kind::read && (p.access.bytes & bytes) != 0 &&
          p.is_by(thread)) {
        f(p.access.call_site);
      }
    }
  }

  /// An earlier access that an access races with, or makes an order-dependent read with.
  struct conflict {
    word_access earlier;
    thread_number thread;
    std::uint64_t round;
    bool is_last;  ///< no other thread has written the common bytes
  };

  /// Records an access and appends the accesses that it races with. Reports each pair of call sites
  /// once per word.
  /// @param time the number of fences that the thread has executed
  void record(std::uintptr_t word, const word_access& access, thread_number thread,
              memory_kind kind, const vector_clocks::operation_order& order, std::uint32_t time,
              std::uint64_t round, std::vector<conflict>& conflicts);

 private:
  /// The last access of a thread; for atomic operations, the last in each chain.
  struct past_access {
    thread_number thread;
    std::uint32_t time;
    chain_link link;
    std::uint64_t round;
  };
  struct call_site_history {
    word_access access;
    std::vector<past_access> threads;

    bool is_by(thread_number thread) const {
      return std::any_of(threads.begin(), threads.end(),
                         [&](const past_access& a) { return a.thread == thread; });
    }
  };
  struct word_history {
    /// Whether no other thread has written any of the bytes.
    bool is_only_writer(thread_number thread, unsigned bytes) const;

    /// The threads that have made an access; adds an entry if there is none.
    call_site_history& at(const word_access& access);

    std::vector<call_site_history> call_sites;
    std::set<std::pair<word_access, word_access>> reported;
  };

  std::unordered_map<std::uintptr_t, word_history> words_;
};

}  // namespace milliamp::detail::race
