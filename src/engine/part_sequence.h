/// @file
/// The order of the parts of a launch, which are its tiles or blocks of its points: workers take
/// them by their numbers, and atomic operations take effect in this order.
///
/// A kernel may pass what an atomic operation returns on to other accesses. The tile that draws the
/// last ticket adds the results of all others, for instance. If the ticket depended on which worker
/// is faster, so would the findings. So a thread waits before such an operation until all lower
/// parts have ended. What precedes the operation still runs in parallel.
#pragma once

#include <tbb/blocked_range.h>
#include <tbb/task_group.h>

#include <algorithm>
#include <atomic>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <vector>

namespace milliamp::detail::engine {

class part_sequence {
 public:
  using range = tbb::blocked_range<std::int64_t>;

  /// @param at_once how many parts a worker takes at once
  void begin(const range& parts, std::int64_t at_once, std::size_t workers) {
    next_ = parts.begin();
    end_ = parts.end();
    at_once_ = at_once;
    lowest_ = std::vector<lowest_part>(workers);
  }

  /// No worker takes another part of the launch.
  void stop() { is_stopped_.store(true, std::memory_order_relaxed); }
  bool is_stopped() const { return is_stopped_.load(std::memory_order_relaxed); }

  /// Takes parts and calls run(parts) for them, until none are left or the launch is stopped.
  /// @param worker the number of the worker, from 0; no two calls may use one at the same time
  template <class Run>
  void run(std::size_t worker, const Run& run) {
    lowest_part& lowest = lowest_[worker];
    const idle_at_end idle{lowest};
    while (!is_stopped() && !tbb::is_current_task_group_canceling()) {
      // Until the worker publishes the parts that it takes, others have to expect the next ones.
      lowest.publish(next_.load());
      const std::int64_t first = next_.fetch_add(at_once_);
      if (first >= end_) return;
      lowest.publish(first);
      run(range(first, std::min(first + at_once_, end_)));
    }
  }

  /// Waits until all parts that were taken before some have ended. Returns at once before begin().
  /// The lowest parts never wait, so all get their turn.
  /// @param first the first one of those that the calling worker has taken
  void await(std::int64_t first) const {
    for (const lowest_part& of_worker : lowest_) of_worker.await(first);
  }

 private:
  /// The lowest part that a worker may still run. On a separate cache line.
  class alignas(64) lowest_part {
   public:
    void publish(std::int64_t part) {
      part_.store(part);
      part_.notify_all();
    }
    /// Waits until it is not lower than a part.
    void await(std::int64_t part) const {
      // Most tiles take microseconds, less than it takes to wake a thread.
      for (int looks = 0;;) {
        const std::int64_t lowest = part_.load();
        if (lowest >= part) return;
        if (looks == looks_before_sleep) {
          part_.wait(lowest);
        } else {
          ++looks;
        }
      }
    }

   private:
    static constexpr int looks_before_sleep = 1 << 15;

    std::atomic<std::int64_t> part_{idle};
  };

  static constexpr std::int64_t idle = std::numeric_limits<std::int64_t>::max();
  struct idle_at_end {
    lowest_part& lowest;
    ~idle_at_end() { lowest.publish(idle); }
  };

  std::atomic<bool> is_stopped_{false};
  std::atomic<std::int64_t> next_{0};
  std::int64_t end_ = 0;
  std::int64_t at_once_ = 1;
  std::vector<lowest_part> lowest_;  ///< the lowest part of each worker
};

}  // namespace milliamp::detail::engine
