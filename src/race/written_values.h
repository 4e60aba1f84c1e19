/// @file
/// Whether writes that race with each other write the same value.
///
/// The callback for a write precedes the write. When a write races, its word is recorded with the
/// value in memory, and compared when the thread reports its next event, by which time the write
/// has been done. The same goes for all later writes to those bytes in the epoch.
///
/// There are no false claims of equal values: if the last writer of a byte is uncertain when the
/// race is detected, the race counts as one of different values. So do races between tiles, because
/// other workers write at the same time.
#pragma once

#include "base/memory_range.h"
#include "race/access_log.h"

#include <cstddef>
#include <cstdint>
#include <unordered_map>
#include <vector>

namespace milliamp::detail::race {

/// The values that the threads of one tile write to words of one kind of memory.
class written_values {
 public:
  /// The running thread is about to write bytes of a word, which races with an earlier write.
  /// @param is_last whether the bytes still hold the value of the earlier write
  void record_race(std::uintptr_t word, unsigned bytes, const access_log::fault_key& race,
                   bool is_last);

  /// Whether no writes have raced.
  bool empty() const { return words_.empty(); }

  /// The running thread is about to write to a word. Ignored unless writes to the word have raced.
  void record_write(std::uintptr_t word);

  /// Compares the values written since the last call, and removes same_value from the races in the
  /// log whose writes differ.
  void compare(access_log& log);

  /// Forgets all words at the end of an epoch.
  void forget() { words_.clear(); }
  /// Forgets the words of memory that was allocated again.
  void forget_within(const base::memory_range& memory);

 private:
  /// A word in which writes have raced.
  struct watched_word {
    unsigned bytes = 0;  ///< the bytes with races, one bit each
    std::uint32_t value = 0;
    bool agree = true;  ///< all writes to the bytes wrote this value
    std::vector<access_log::fault_key> races;
  };

  std::unordered_map<std::uintptr_t, watched_word> words_;
  std::vector<std::uintptr_t> written_;  ///< the words to compare
};

}  // namespace milliamp::detail::race
