/// @file
/// Whether writes that race with each other write the same value.
///
/// Instrumented code tells of a write before it does it. So when a write races, what is in memory
/// is noted, and compared with what is there when its thread tells of something else: by then it
/// has been done. The same goes for all later writes of those bytes in the epoch.
///
/// What is said to be the same value is: of bytes of which it is not sure who wrote them last when
/// the race is met, nothing is said.
/// Writes by threads of different tiles are never marked: other workers write at the same time.
#pragma once

#include "race/access_log.h"

#include <cstddef>
#include <cstdint>
#include <unordered_map>
#include <vector>

namespace milliamp::detail::race {

/// The bytes of a word as they are in memory, with 0 for those that are left out.
std::uint32_t load_bytes(std::uintptr_t word, unsigned bytes);

/// What the threads of one tile write to one kind of memory.
class written_values {
 public:
  /// The thread that runs is about to write some bytes of a word, which is a race with an earlier
  /// write of them. @param is_last whether they hold what that one wrote
  void record_race(std::uintptr_t word, unsigned bytes, const access_log::fault_key& race,
                   bool is_last);

  /// Whether writes to no word have raced.
  bool empty() const { return words_.empty(); }

  /// The thread that runs is about to write to a word; it matters if writes to it have raced.
  void record_write(std::uintptr_t word);

  /// Compares what has been written since; races whose writes differ lose their mark.
  void compare(access_log& log);

  /// Forgets all words: an epoch has ended.
  void forget() { words_.clear(); }
  /// Forgets the words of a piece of memory: it has become another one.
  void forget_within(std::uintptr_t begin, std::size_t size);

 private:
  /// A word in which writes have raced.
  struct watched_word {
    unsigned bytes = 0;  ///< in which they did, a bit for each
    std::uint32_t value = 0;
    bool agree = true;  ///< all writes of them have written this value
    std::vector<access_log::fault_key> races;
  };

  static void give_up(watched_word& watched, access_log& log);

  std::unordered_map<std::uintptr_t, watched_word> words_;
  std::vector<std::uintptr_t> noted_;
};

}  // namespace milliamp::detail::race
