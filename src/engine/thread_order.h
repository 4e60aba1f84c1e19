/// @file
/// The schedule of REF: the order in which the threads of a tile take their turns. Each round, from
/// barrier to barrier, has one order; with schedule::random, a thread may also be interrupted at
/// its atomic operations. The order depends only on the options and on the numbers of the launch
/// and the tile, so that a run can be repeated.
#pragma once

#include "base/options.h"

#include <milliamp/detail/tile.h>

#include <cstdint>
#include <span>
#include <vector>

namespace milliamp::detail::engine {

class thread_order {
 public:
  /// Begins a tile.
  /// @param launch the number of the launch in the process
  /// @param tile the number of the tile in the launch
  void begin_tile(const base::options& options, thread_number threads, std::uint64_t launch,
                  std::uint64_t tile);

  /// The order of the next round; valid until the next call. The first prefetch_distance threads
  /// follow it again, for the code that prefetches stacks.
  std::span<const thread_number> next_round();

  bool is_random() const { return schedule_ == schedule::random; }

  /// Decides whether the running thread is interrupted at its atomic operation. The order must be
  /// random.
  bool interrupts();

  /// The rest of the round when a debugger interrupts the running thread, which becomes the last.
  /// @param rest the threads that follow it, at least one
  std::span<const thread_number> postpone(std::span<const thread_number> rest);

  /// The rest of the round when the running thread is interrupted.
  /// @param rest the threads that follow it, at least one; the running thread becomes one of them,
  ///   but not the first
  std::span<const thread_number> put_back(std::span<const thread_number> rest);

 private:
  void fill();
  std::span<thread_number> turns() { return {order_.data(), threads_}; }

  std::vector<thread_number> order_;
  thread_number threads_ = 0;
  schedule schedule_ = schedule::forward;
  std::uint64_t random_state_ = 0;
  bool is_changed_ = false;  ///< by postpone()
};

}  // namespace milliamp::detail::engine
