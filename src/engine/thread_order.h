/// @file
/// The schedules without a policy: the order in which the threads of a tile take their turns, the
/// same in each round, from barrier to barrier.
#pragma once

#include <milliamp/detail/tile.h>
#include <milliamp/milliamp.h>

#include <span>
#include <vector>

namespace milliamp::detail::engine {

class thread_order {
 public:
  void begin_tile(schedule order, thread_number threads);

  /// The order of the next round; valid until the next call. The first prefetch_distance threads
  /// follow it again, for the code that prefetches stacks.
  std::span<const thread_number> next_round();

  /// The rest of the round when a debugger interrupts the running thread, which becomes the last.
  /// @param rest the threads that follow it, at least one
  std::span<const thread_number> postpone(std::span<const thread_number> rest);

 private:
  void fill();
  std::span<thread_number> turns() { return {order_.data(), threads_}; }

  std::vector<thread_number> order_;
  thread_number threads_ = 0;
  schedule schedule_ = schedule::forward;
  bool is_changed_ = false;  ///< set by postpone()
};

}  // namespace milliamp::detail::engine
