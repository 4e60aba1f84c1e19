/// @file
/// Happens-before in a tile whose threads use memory fences outside of barriers: vector clocks, and
/// the accesses of the current epoch to each kind of memory.
///
/// It begins at the tile's first fence. The accesses of that epoch before the fence are then in
/// shadow memory only, and are imported word by word, at the next access to each. An earlier tile
/// of the kernel has run without a fence; later tiles begin with an exact history.
///
/// Shadow memory has two threads per call site, which suffices where barriers alone order threads.
/// The atomic operations on a word become one link of a chain, which every thread that may have
/// read it knows. So no order is overlooked, but one that does not exist may be assumed: in this
/// tile, a race may be missed that involves three threads at one call site, or an atomic operation
/// before the first fence.
#pragma once

#include "race/access.h"
#include "race/exact_history.h"
#include "race/shadow_slot.h"
#include "race/vector_clocks.h"

#include <cstddef>
#include <cstdint>
#include <vector>

namespace milliamp::detail::race {

class exact_tile {
 public:
  void begin_tile() {
    has_fence_ = false;
    for (imported_epoch& epoch : imports_) epoch.is_running = false;
  }
  /// Begins the exact history, with the tile or after accesses of the current epoch.
  void begin(thread_number threads);
  /// Imports the accesses of the current epoch from shadow memory, at the next access to each word.
  /// @param thread the thread that executes the tile's first fence
  /// @param has_atomics whether atomic operations of the epoch count: no thread has run twice
  void import_epoch(memory_kind kind, thread_number thread, bool has_atomics);

  /// Whether the tile has executed a fence.
  bool has_fence() const { return has_fence_; }
  void on_fence(thread_number thread, fence kind) {
    has_fence_ = true;
    clocks_.pass_fence(thread, kind);
  }
  void on_barrier(fence kind);
  void on_allocation(const base::memory_range& memory) {
    history_of(memory_kind::global).forget_within(memory);
  }
  bool has_passed_fence(thread_number thread) const { return clocks_.has_passed_fence(thread); }

  /// Imports what shadow memory has recorded of a word in this epoch, before an access to it.
  /// @param for_each_access calls its argument with each recorded slot and its round of the tile
  template <class ForEachAccess>
  void import(memory_kind kind, std::uintptr_t word, const ForEachAccess& for_each_access);

  /// Records an access.
  /// @return the accesses that it races with; valid until the next call
  const std::vector<exact_history::conflict>& record(memory_kind kind, std::uintptr_t word,
                                                     operation op, const word_access& access,
                                                     thread_number thread, std::uint64_t round);
  /// Calls f(call_site) for the plain reads of bytes of a word by a thread.
  template <class F>
  void for_each_read(memory_kind kind, std::uintptr_t word, std::uint32_t bytes,
                     thread_number thread, F f) const {
    histories_[static_cast<std::size_t>(kind)].for_each_read(word, bytes, thread, f);
  }

 private:
  /// The epoch of a kind of memory in which the exact history began.
  struct imported_epoch {
    bool is_running = false;
    bool has_atomics = false;
    std::vector<chain_link> links;
  };

  exact_history& history_of(memory_kind kind) { return histories_[static_cast<std::size_t>(kind)]; }
  imported_epoch& import_of(memory_kind kind) { return imports_[static_cast<std::size_t>(kind)]; }
  void import_reads(memory_kind kind, chain_link link);

  vector_clocks clocks_;
  exact_history histories_[2];  ///< by memory_kind
  bool has_fence_ = false;
  thread_number first_fence_thread_ = 0;
  imported_epoch imports_[2];           ///< by memory_kind
  std::vector<thread_number> readers_;  ///< of the word that is being imported
  std::vector<exact_history::conflict> conflicts_;
};

template <class ForEachAccess>
void exact_tile::import(memory_kind kind, std::uintptr_t word,
                        const ForEachAccess& for_each_access) {
  imported_epoch& epoch = import_of(kind);
  if (!epoch.is_running || history_of(kind).contains(word)) return;
  chain_link link;
  readers_.clear();
  for_each_access([&](slot s, std::uint64_t round) {
    const bool is_atomic = race::is_atomic(s.kind());
    if (is_atomic && !epoch.has_atomics) return;
    if (is_atomic && link.chain == 0) {
      epoch.links.push_back(link = clocks_.import_chain(kind, word));
    }
    const thread_number one = s.first_thread();
    const thread_number other = s.second_thread();
    for (const thread_number t : {one, other}) {
      history_of(kind).import(word, {s.kind(), s.call_site(), s.bytes()}, t,
                              is_atomic ? link : chain_link(), round);
      if (one == other) break;
    }
    if (s.kind() == report::access_kind::write) return;
    readers_.insert(readers_.end(), {one, other});
    // Shadow memory drops a third reader.
    if (one != other) readers_.push_back(first_fence_thread_);
  });
  if (link.chain != 0) import_reads(kind, link);
}

}  // namespace milliamp::detail::race
