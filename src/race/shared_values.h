/// @file
/// Whether writes to global memory that race, by threads of different tiles, write the same value.
///
/// When such a race is met, the earlier writes have been done, and memory holds their value; and
/// whoever writes there from then on does so in his turn (see write_turns.h). So each value that is
/// written is there to be seen when the next thread is about to write, or when the launch ends.
///
/// For writes of one tile, see written_values.h.
#pragma once

#include "race/access_log.h"

#include <cstddef>
#include <cstdint>
#include <mutex>
#include <unordered_map>
#include <vector>

namespace milliamp::detail::race {

/// The words of global memory in which writes of several tiles have raced in a launch. Its workers
/// share it.
class shared_values {
 public:
  /// From now on, a word is known: threads of different tiles write to it. Returns false where it
  /// would be one too many.
  bool add(std::uintptr_t word);
  bool knows(std::uintptr_t word) const;
  /// Whether look_at() has been called for it; before, other writes may be on their way to it.
  bool is_settled(std::uintptr_t word) const;

  /// A write of some bytes of a known word is about to be done, by a thread that has the turn.
  void look_at(std::uintptr_t word, unsigned bytes);
  /// Writes to a known word race, in bytes that have been looked at. Returns whether they are taken
  /// for writes of the same value, until deny_different().
  bool record_race(std::uintptr_t word, const access_log::fault_key& race);

  /// Forgets the words of a piece of memory: it is to become another one.
  void forget_within(std::uintptr_t begin, std::size_t size);
  /// The launch has ended, or the process is about to: races in which the values differ are said to
  /// do so.
  /// @param is_sure whether they have been seen; else all are said to differ
  void deny_different(access_log& log, bool is_sure);

 private:
  /// Of so many words something is said: who has more of them has a mistake to repair first.
  static constexpr std::size_t most_words = std::size_t{1} << 14;

  struct shared_word {
    unsigned bytes = 0;  ///< in which writes raced, a bit for each
    std::uint32_t value = 0;
    bool is_settled = false;
    bool agree = true;  ///< all that was written is this value
    std::vector<access_log::fault_key> races;
  };

  static bool agrees_still(std::uintptr_t word, const shared_word& shared);

  mutable std::mutex mutex_;
  std::unordered_map<std::uintptr_t, shared_word> words_;
  std::vector<access_log::fault_key> different_;
};

}  // namespace milliamp::detail::race
