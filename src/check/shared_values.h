/// @file
/// Whether writes to global memory that race, by threads of different tiles, write the same value.
///
/// The threads may run at one time, on different workers, so nobody can be asked what he writes.
/// But when a race is met, the earlier write has been done (see announced_write), and memory holds
/// its value; it must still do so whenever somebody is about to write there again, and when the
/// launch ends. A different value that another worker overwrites within the nanoseconds in which it
/// is stored is the one that would not be noticed.
///
/// For writes of one tile, see written_values.h.
#pragma once

#include "check/access_log.h"

#include <cstddef>
#include <cstdint>
#include <mutex>
#include <unordered_map>
#include <vector>

namespace milliamp::detail {

/// The words of global memory in which writes of several tiles have raced in a launch. Its workers
/// share it.
class shared_values {
 public:
  /// A write of some bytes of a word is about to be done, which races with one that has been done.
  /// @return whether they are taken for writes of the same value, until deny_different()
  bool note_race(std::uintptr_t word, unsigned bytes, const access_log::fault_key& race);
  /// A thread is about to write to a word; it matters if note_race() has been called for it.
  void note_write(std::uintptr_t word);
  /// Whether note_race() has been called for a word.
  bool knows(std::uintptr_t word) const;

  /// Forgets the words of a piece of memory: it is to become another one.
  void forget_within(std::uintptr_t begin, std::size_t size);
  /// The launch has ended: races in which the values differ are said to do so.
  void deny_different(access_log& log);

 private:
  /// Of so many words something is said: who has more of them has a mistake to repair first.
  static constexpr std::size_t most_words = std::size_t{1} << 16;

  struct shared_word {
    unsigned bytes = 0;  ///< in which writes raced, a bit for each
    std::uint32_t value = 0;
    bool agree = true;  ///< they have held this value whenever somebody looked
    std::vector<access_log::fault_key> races;
  };

  static void look_at(std::uintptr_t word, shared_word& shared);
  static bool agrees_still(std::uintptr_t word, const shared_word& shared);

  mutable std::mutex mutex_;
  std::unordered_map<std::uintptr_t, shared_word> words_;
  std::vector<access_log::fault_key> different_;
};

}  // namespace milliamp::detail
