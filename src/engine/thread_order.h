/// @file
/// In which order REF lets the threads of a tile take their turns: one order a round, that is from
/// barrier to barrier; by schedule::random, a thread may be interrupted at its atomic operations.
/// Which order it is depends on nothing but the options and the tile's place in the program, so
/// that a run can be repeated.
#pragma once

#include "base/options.h"

#include <milliamp/detail/tile.h>

#include <cstdint>
#include <span>
#include <vector>

namespace milliamp::detail::engine {

class thread_order {
 public:
  /// Begins a tile. @param launch the number of the launch in the process @param tile the number
  /// of the tile in the launch
  void begin_tile(const base::options& options, thread_number threads, std::uint64_t launch,
                  std::uint64_t tile);

  /// The order of the next round; valid until the next call. Behind it, the first threads follow
  /// once more: prefetch_distance of them, for what fetches the stacks of those to come.
  std::span<const thread_number> next_round();

  bool is_random() const { return schedule_ == schedule::random; }

  /// Whether the thread that runs is to be interrupted at the atomic operation that it has come to.
  /// To be asked when the order is random.
  bool interrupts();

  /// What is left of the round when the thread that runs is interrupted. @param rest the threads
  /// that follow it, one at least; the one that runs becomes one of them, but not the first
  std::span<const thread_number> put_back(std::span<const thread_number> rest);

 private:
  std::span<thread_number> turns() { return {order_.data(), threads_}; }

  std::vector<thread_number> order_;
  thread_number threads_ = 0;
  schedule schedule_ = schedule::forward;
  std::uint64_t random_state_ = 0;
};

}  // namespace milliamp::detail::engine
