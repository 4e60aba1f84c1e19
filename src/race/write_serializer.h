/// @file
/// Lets threads take turns in writing to words of global memory in which threads of different tiles
/// race, so that it can be said what each of them has written: who writes to such a word takes the
/// turn, and keeps it until the write has been done.
///
/// A write that was told of before its word became one of those has taken no turn; whoever is the
/// first to take one waits for it. Such writes, that is nearly all, cost their workers no fence:
/// who waits for them has the system put one into each thread of the process.
#pragma once

#include "race/in_flight_store.h"

#include <atomic>
#include <cstdint>
#include <mutex>
#include <vector>

namespace milliamp::detail::race {

class write_serializer {
 public:
  /// A worker takes part in the launch, until it leaves it, without a write on its way.
  void join(const in_flight_store& writes);
  void leave(const in_flight_store& writes);

  /// Waits for the turn. @param own the write of the worker that calls
  void take(in_flight_store& own);
  void give_back() { is_taken_.store(false, std::memory_order_release); }

  /// Waits for all writes to a word that others have been told of without taking a turn. To be
  /// called by who has the turn, when shadow memory says already that the word needs one.
  void settle(std::uintptr_t word, const in_flight_store& own);

  /// Whether somebody has had to be waited for too long: in a loop without accesses, say. Since
  /// then, turns are not waited for, and nothing is known of what was written.
  bool are_given_up() const { return are_given_up_.load(std::memory_order_acquire); }

 private:
  /// Waits until a condition holds, or not any more.
  template <class Condition>
  void await(Condition condition);

  std::atomic<bool> is_taken_{false};
  std::atomic<bool> are_given_up_{false};
  std::mutex mutex_;
  std::vector<const in_flight_store*> writes_;  ///< of those that have joined
};

}  // namespace milliamp::detail::race
