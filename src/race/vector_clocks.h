/// @file
/// Vector clocks for the order that memory fences and atomic operations establish between the
/// threads of a tile (spec 8.1.2.3).
///
/// Happens-before is the transitive closure of these edges:
///  - A memory operation happens before the later fences of its thread for its kind of memory, and
///    after the earlier ones. Nothing else orders the operations of one thread.
///  - Two fences of one thread that have a kind of memory in common are in program order.
///  - An atomic operation happens before each operation that reads the value it stored. An atomic
///    read-modify-write both reads and stores, so a chain of them transfers the order.
///  - A barrier is one fence that belongs to all threads.
///
/// A vector clock counts, for each thread and kind of memory, the fences that happen before. An
/// operation after `n` fences of its thread happens before everything whose clock counts more than
/// `n` of them. Atomic operations also transfer order by being read, without a fence, so a clock
/// also holds the last known position in each chain of them.
#pragma once

#include "race/memory_kind.h"

#include <milliamp/detail/tile.h>

#include <cstdint>
#include <unordered_map>
#include <vector>

namespace milliamp::detail::race {

/// A position in a chain. A chain is a sequence of atomic operations on one word in which each
/// operation reads the value stored by the previous operation.
struct chain_link {
  std::uint32_t chain = 0;   ///< see vector_clocks::begin_chain(); 0: the operation stores nothing
  std::uint32_t number = 0;  ///< from 1
};

class vector_clock {
 public:
  vector_clock() = default;
  explicit vector_clock(thread_number threads) : known_(2 * std::size_t{threads}) {}

  std::uint32_t known(thread_number thread, memory_kind kind) const {
    return known_.empty() ? 0 : known_[at(thread, kind)];
  }
  bool knows(chain_link link) const;
  /// Counts a fence of a thread.
  void count(thread_number thread, fence f) {
    for (const memory_kind k : memory_kinds) {
      if (covers(f, k)) ++known_[at(thread, k)];
    }
  }
  void learn(chain_link link);
  /// Forgets the chains on memory of a kind.
  void forget_chains(memory_kind kind);
  /// Takes the maximum of both clocks.
  void join(const vector_clock& other);

 private:
  static std::size_t at(thread_number thread, memory_kind kind) {
    return 2 * std::size_t{thread} + static_cast<std::size_t>(kind);
  }

  std::vector<std::uint32_t> known_;
  std::vector<chain_link> links_;  ///< the last known position in each chain, sorted by chain
};

class vector_clocks {
 public:
  /// Resets all clocks when the exact history of a tile begins.
  void begin(thread_number threads);

  void pass_fence(thread_number thread, fence kind);
  void pass_barrier(fence kind);

  /// The number of fences for a kind of memory that the thread has executed.
  std::uint32_t time(thread_number thread, memory_kind kind) const {
    return last_fence(thread, kind).known(thread, kind);
  }

  /// Whether the thread has executed a fence since the last barrier.
  bool has_passed_fence(thread_number thread) const { return threads_[thread].has_passed_fence; }

  // Of atomic operations that preceded the first fence of the tile, see
  // exact_tile::import().
  /// The chain of those on a word, as one link. Later atomic operations on the word continue it.
  chain_link import_chain(memory_kind kind, std::uintptr_t word);
  /// A thread may have read a value of the chain before its first fence.
  void import_read(thread_number thread, memory_kind kind, chain_link link) {
    threads_[thread].read[static_cast<std::size_t>(kind)].learn(link);
  }
  /// The thread that executed the tile's first fence may have read a value of the chain before.
  void import_fenced_read(thread_number thread, memory_kind kind, chain_link link) {
    import_read(thread, kind, link);
    for (vector_clock& c : threads_[thread].last_fence) c.learn(link);
  }
  /// Any thread may have read values of these chains.
  void import_reads(memory_kind kind, const std::vector<chain_link>& links);

  struct operation_order {
    vector_clock before;  ///< what happens before the operation
    chain_link link;      ///< its position, if it stores atomically
  };

  /// Records an operation of a thread on a word.
  operation_order pass_operation(thread_number thread, memory_kind kind, std::uintptr_t word,
                                 bool loads, bool stores_atomically, bool stores_plainly);

 private:
  struct thread_clocks {
    vector_clock last_fence[2];  ///< at the last fence for each kind of memory
    vector_clock read[2];        ///< acquired since then by reading atomically stored values
    bool has_passed_fence = false;
  };

  const vector_clock& last_fence(thread_number thread, memory_kind kind) const {
    return threads_[thread].last_fence[static_cast<std::size_t>(kind)];
  }
  /// A new chain, and the position before its first link. Its number is even on global memory.
  chain_link begin_chain(memory_kind kind) {
    return {2 * ++chains_ + static_cast<std::uint32_t>(kind), 0};
  }
  void forget_chains(memory_kind kind);
  void gather(thread_number thread, fence kind, vector_clock& into) const;
  void set_last_fence(thread_number thread, fence kind, const vector_clock& clock);

  std::vector<thread_clocks> threads_;
  /// The value that an atomic operation stored in a word.
  struct stored_value {
    vector_clock before;  ///< what happens before operations that read the value
    chain_link link;
  };
  std::unordered_map<std::uintptr_t, stored_value> stored_[2];  ///< by memory_kind and word
  std::uint32_t chains_ = 0;
};

}  // namespace milliamp::detail::race
