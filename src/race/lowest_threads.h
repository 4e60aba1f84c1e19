/// @file
/// Which threads have made an access to a word, as far as races between tiles depend on it.
#pragma once

#include "race/access.h"

#include <utility>

namespace milliamp::detail::race {

/// The lowest thread of a set, and the lowest of those in other tiles.
///
/// Two threads are enough. If there are two, any third thread is of another tile than one of them;
/// if there is one, all threads of the set are of its tile. The result does not depend on the order
/// in which threads are added, nor on how they are divided among workers.
class lowest_threads {
 public:
  lowest_threads() = default;
  explicit lowest_threads(thread_id thread) : one_(~thread) {}

  bool empty() const { return one_ == 0; }
  thread_id one() const { return ~one_; }
  bool has_two_tiles() const { return other_ != 0; }
  thread_id other() const { return ~other_; }

  void add(thread_id thread, unsigned tile_shift) {
    const thread_id added = ~thread;
    // Most threads change nothing. Without this early return, compilers store unconditionally, and
    // an atomic operation that follows waits for the store: a histogram took 1.3 times as long.
    if (added <= other_) return;
    if ((added ^ one_) >> tile_shift == 0 && one_ != 0) {
      if (added > one_) one_ = added;
    } else if (added > one_) {
      other_ = std::exchange(one_, added);
    } else if (added > other_) {
      other_ = added;
    }
  }
  void add(const lowest_threads& threads, unsigned tile_shift) {
    if (!threads.empty()) add(threads.one(), tile_shift);
    if (threads.has_two_tiles()) add(threads.other(), tile_shift);
  }

 private:
  // The complements: zero means that there is none, and a lower thread is a larger number.
  thread_id one_ = 0;
  thread_id other_ = 0;
};

/// Two threads of different tiles.
struct thread_couple {
  thread_id first;
  thread_id second;
};

/// Finds the lowest threads of two sets that are of different tiles.
/// @return whether there are any
inline bool find_two_tiles(const lowest_threads& a, const lowest_threads& b, unsigned tile_shift,
                           thread_couple& found) {
  if (a.empty() || b.empty()) return false;
  if ((a.one() ^ b.one()) >> tile_shift != 0) {
    found = {a.one(), b.one()};
    return true;
  }
  const bool a_has_other = a.has_two_tiles() && (!b.has_two_tiles() || a.other() <= b.other());
  if (!a_has_other && !b.has_two_tiles()) return false;
  found = a_has_other ? thread_couple{a.other(), b.one()} : thread_couple{a.one(), b.other()};
  return true;
}

}  // namespace milliamp::detail::race
