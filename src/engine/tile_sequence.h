/// @file
/// The order in which tiles perform atomic operations on global memory: that of their numbers.
///
/// A kernel may pass what such an operation returns on to other accesses. The tile that draws the
/// last ticket adds the results of all others, for instance. If the ticket depended on which worker
/// is faster, so would the findings. So a tile waits before its first operation until all lower
/// tiles have ended. What precedes the operation still runs in parallel.
#pragma once

#include "engine/domain.h"

#include <atomic>
#include <cstdint>
#include <limits>
#include <optional>

namespace milliamp::detail::engine {

class tile_sequence {
 public:
  void begin(const tile_grid::range& tiles) {
    next_ = ended_ = tiles.begin();
    end_ = tiles.end();
  }

  /// The lowest tile that no worker has taken. A worker ends it before it takes another one.
  std::optional<std::int64_t> take() {
    const std::int64_t tile = next_.fetch_add(1, std::memory_order_relaxed);
    return tile < end_ ? std::optional(tile) : std::nullopt;
  }

  /// Waits until all lower tiles have ended. Returns at once before begin(). The lowest tile that
  /// has not ended never waits, so each tile gets its turn.
  void await(std::int64_t tile) const {
    // Most tiles take microseconds, less than it takes to wake a thread.
    for (int looks = 0;;) {
      const std::int64_t ended = ended_.load(std::memory_order_acquire);
      if (ended >= tile) return;
      if (looks == looks_before_sleep) {
        ended_.wait(ended, std::memory_order_acquire);
      } else {
        ++looks;
      }
    }
  }

  /// A tile has ended. Waits for the lower ones.
  void end(std::int64_t tile) {
    await(tile);
    ended_.store(tile + 1, std::memory_order_release);
    ended_.notify_all();
  }

 private:
  static constexpr int looks_before_sleep = 1 << 15;

  std::atomic<std::int64_t> next_{0};
  std::int64_t end_ = 0;
  /// All tiles below this number have ended.
  std::atomic<std::int64_t> ended_{std::numeric_limits<std::int64_t>::max()};
};

}  // namespace milliamp::detail::engine
