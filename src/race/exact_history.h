/// @file
/// What the race detector remembers of the memory that the threads of one tile access, when the
/// program uses memory fences of their own beside barriers.
///
/// With barriers alone, two threads can stand for all that have accessed a word at one place (see
/// shadow.h). Fences order some pairs of threads and leave others alone, so here every thread is
/// kept, with the time of its last access. That is many times slower than shadow memory; programs
/// that call no fence do not pay for it.
#pragma once

#include "race/access.h"
#include "race/shadow_slot.h"
#include "race/vector_clocks.h"

#include <cstdint>
#include <set>
#include <unordered_map>
#include <utility>
#include <vector>

namespace milliamp::detail::race {

/// The history of one kind of memory, in one epoch of a tile.
class exact_history {
 public:
  /// Everything before comes before everything after.
  void begin_epoch() { words_.clear(); }

  /// Forgets a word: it has become another piece of memory.
  void forget(std::uintptr_t word) { words_.erase(word); }

  bool contains(std::uintptr_t word) const { return words_.contains(word); }
  /// Adds an access from before the first fence of the tile.
  void import(std::uintptr_t word, const site_bytes& access, thread_number thread,
              std::uint64_t round);

  /// An earlier access that an access races with.
  struct conflict {
    site_bytes earlier;
    thread_number thread;
    std::uint64_t round;
    bool is_last;  ///< no other thread has written the bytes that both access
  };

  /// Takes in an access to bytes of a word; appends the races that it has, each once for a word and
  /// pair of places. @param time the fences that its thread has passed
  void record(std::uintptr_t word, const site_bytes& access, thread_number thread, memory_kind kind,
              const vector_clocks::operation_order& order, std::uint32_t time, std::uint64_t round,
              std::vector<conflict>& conflicts);

 private:
  /// The last access of a thread; of atomic ones, the last of each chain, and that of none.
  struct past_access {
    thread_number thread;
    std::uint32_t time;
    chain_link link;
    std::uint64_t round;
  };
  struct place {
    site_bytes access;
    std::vector<past_access> threads;
  };
  struct word_history {
    /// Whether no thread but one has written some of the bytes.
    bool is_only_writer(thread_number thread, unsigned bytes) const;

    /// The threads that have accessed the word at a place.
    place& at(const site_bytes& access);

    std::vector<place> places;
    std::set<std::pair<site_bytes, site_bytes>> reported;
  };

  std::unordered_map<std::uintptr_t, word_history> words_;
};

}  // namespace milliamp::detail::race
