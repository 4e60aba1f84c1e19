/// @file
/// The reasons why accesses leave the short path: bits of one word, which the short path tests
/// once. Each is set and cleared by one component, except look_back.
#pragma once

#include <atomic>
#include <cstdint>

namespace milliamp::detail::race {

class slow_path {
 public:
  enum reason : std::uint32_t {
    /// The tile keeps an exact history: vector clocks order its accesses.
    exact_history = 1,
    /// The next access settles the last one: a racing write, a read of unwritten memory, or an
    /// access out of bounds to undo. Several detectors set it; checker::look_back() clears it, and
    /// so does the beginning of a launch.
    look_back = 2,
    /// An index out of bounds has been reported. Its access comes next.
    overrun = 4,
    /// The thread has run for seconds and may be spinning. Set by another OS thread.
    suspected_spin = 8,
    /// A watcher wants all accesses of the tile, or of the points.
    watched = 16,
    /// Other threads may run before each access, as the policy of the schedule decides.
    steps = 32,
    /// The memory reserve has been used: the worker's threads end.
    no_memory = 64
  };

  bool has(reason r) const { return (load() & r) != 0; }
  /// Whether there is no reason but one.
  bool is_empty_without(reason r) const { return (load() & ~std::uint32_t{r}) == 0; }
  bool is_only(reason r) const { return load() == r; }
  /// Whether accesses may take the short path.
  bool empty() const { return load() == 0; }

  void set(reason r) { reasons_.fetch_or(r, std::memory_order_relaxed); }
  void clear(reason r) { reasons_.fetch_and(~std::uint32_t{r}, std::memory_order_relaxed); }
  void assign(reason r, bool holds) { holds ? set(r) : clear(r); }

 private:
  std::uint32_t load() const { return reasons_.load(std::memory_order_relaxed); }

  std::atomic<std::uint32_t> reasons_{0};
};

}  // namespace milliamp::detail::race
