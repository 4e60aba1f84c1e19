/// @file
/// The order that memory fences and atomic operations establish between the threads of a tile
/// (spec 8.1.2.3), kept as vector clocks.
///
/// What comes before what, one step after the other:
///  - an operation of a thread on a kind of memory before its later fences of that kind, and after
///    its earlier ones; nothing else orders the operations of one thread;
///  - fences of one thread that have a kind of memory in common, as they stand in the program;
///  - an atomic operation before whatever reads what it stored. As an atomic operation reads and
///    stores, a chain of them passes the order on;
///  - a barrier is one fence that belongs to all threads.
///
/// A clock says for each thread and kind of memory how many of the thread's fences of that kind are
/// known to come before. An operation that its thread did after `n` fences of its kind comes before
/// whatever knows more than `n` of them. For atomic operations, which are passed on by reading
/// alone, it says also how much of each chain of them is known.
#pragma once

#include <milliamp/detail/tile.h>

#include <cstdint>
#include <unordered_map>
#include <vector>

namespace milliamp::detail::race {

/// The kinds of memory that fences tell apart.
enum class memory_kind : std::uint8_t { global, tile_static };

/// Whether a fence is one of that kind of memory.
constexpr bool covers(fence f, memory_kind kind) {
  return (static_cast<unsigned>(f) & (kind == memory_kind::global ? 1u : 2u)) != 0;
}

/// The place of an atomic operation in a chain of those that read what the one before has stored.
struct chain_link {
  std::uint32_t chain = 0;   ///< from 1; 0: none, for the operation has stored nothing
  std::uint32_t number = 0;  ///< from 1
};

/// How many fences of each thread and kind are known, and how many atomic operations of each chain.
class vector_clock {
 public:
  vector_clock() = default;
  explicit vector_clock(thread_number threads) : known_(2 * std::size_t{threads}) {}

  std::uint32_t known(thread_number thread, memory_kind kind) const {
    return known_.empty() ? 0 : known_[at(thread, kind)];
  }
  bool knows(chain_link link) const;
  void count(thread_number thread, memory_kind kind) { ++known_[at(thread, kind)]; }
  void learn(chain_link link);
  /// Learns what another clock knows.
  void join(const vector_clock& other);

 private:
  static std::size_t at(thread_number thread, memory_kind kind) {
    return 2 * std::size_t{thread} + static_cast<std::size_t>(kind);
  }

  std::vector<std::uint32_t> known_;
  std::vector<chain_link> links_;  ///< the last that is known of each chain, by chain
};

/// The clocks of a tile.
class vector_clocks {
 public:
  /// A tile begins; or all its threads have passed a barrier with a fence of all memory, which
  /// orders everything.
  void begin(thread_number threads);

  void pass_fence(thread_number thread, fence kind);
  void pass_barrier(fence kind);

  /// How many fences of a kind the thread has passed.
  std::uint32_t time(thread_number thread, memory_kind kind) const {
    return last_fence(thread, kind).known(thread, kind);
  }

  bool has_passed_fence(thread_number thread) const {
    return time(thread, memory_kind::global) + time(thread, memory_kind::tile_static) > 0;
  }

  /// What an operation finds.
  struct operation_order {
    vector_clock before;  ///< what comes before it
    chain_link link;      ///< its own, when it stores atomically
  };

  /// An operation of a thread on a word. @param loads whether it reads what was stored there
  /// @param stores_atomically, @param stores_plainly what it leaves for others
  operation_order pass_operation(thread_number thread, memory_kind kind, std::uintptr_t word,
                                 bool loads, bool stores_atomically, bool stores_plainly);

 private:
  struct thread_clocks {
    vector_clock last_fence[2];  ///< what comes before the last fence of each kind
    vector_clock read[2];        ///< what has come in by reading since then
  };

  const vector_clock& last_fence(thread_number thread, memory_kind kind) const {
    return threads_[thread].last_fence[static_cast<std::size_t>(kind)];
  }
  void gather(thread_number thread, fence kind, vector_clock& into) const;
  void set_last_fence(thread_number thread, fence kind, vector_clock clock);

  std::vector<thread_clocks> threads_;
  /// What an atomic operation has stored in a word.
  struct stored_value {
    vector_clock before;  ///< what comes before those who read it
    chain_link link;
  };
  std::unordered_map<std::uintptr_t, stored_value> stored_;
  std::uint32_t chains_ = 0;
};

}  // namespace milliamp::detail::race
