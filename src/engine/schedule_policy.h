/// @file
/// A policy decides which thread of a tile runs next and where threads are interrupted. It is the
/// scheduling algorithm of Boost.Fiber on the OS thread that runs the tile.
///
/// Threads are interrupted at steps: before atomic operations and fences and, if the policy wants
/// it, before each access to memory that threads may share. They stop at barriers and when they
/// return. A policy decides at both; schedule_policy counts them, records the decisions, and
/// translates them for Boost.Fiber. A decision depends only on the options, on the numbers of the
/// launch and of the tile, and on what has happened in the tile.
///
/// A launch with a policy runs on one OS thread, because tiles communicate through global memory:
/// two workers would make the outcome depend on the system's scheduling.
#pragma once

#include "engine/schedule_step.h"
#include "fiber/announced_switches.h"
#include "fiber/stack_pool.h"

#include <milliamp/detail/tile.h>

#include <boost/fiber/algo/algorithm.hpp>
#include <boost/fiber/context.hpp>

#include <array>
#include <chrono>
#include <cstdint>
#include <deque>
#include <optional>
#include <span>
#include <vector>

namespace milliamp::detail::engine {

/// A part of a launch: a tile, or a group of points.
struct part_number {
  std::uint64_t launch;           ///< random numbers are derived from it
  std::uint64_t recorded_launch;  ///< see schedule_recorder::begin_launch()
  std::uint64_t part;
};

class schedule_policy : public boost::fibers::algo::algorithm {
 public:
  /// Whether accesses count as steps.
  virtual bool counts_accesses() const = 0;
  /// The position whose part is swapped with the one at `position`: `position` itself, or a later
  /// one.
  virtual std::uint64_t swap_part(const part_number& position, std::uint64_t parts) = 0;

  /// Begins a tile. Its threads are about to be created, each on the stack of its number.
  void begin_tile(const part_number& tile, thread_number threads, fiber::stack_pool& stacks);

  /// Decides whether the running thread is interrupted before a step. If so, it has to yield.
  bool interrupts(step s);
  /// Lets the running thread, which is about to yield, wait until all others have stopped.
  void postpone_running() { postponed_ = running_; }
  /// The calling fiber is running after it has been suspended, or for the first time.
  void on_resumed() { switches_.end(); }

  /// Whether a thread of the tile runs, and not the fiber that runs the tile.
  bool runs_thread() const { return running_ != none; }
  bool has_ready_thread() const { return !ready_.empty() || postponed_is_ready_; }
  /// A thread of the tile that has been created and has not returned.
  boost::fibers::context* context_of(thread_number thread) const { return contexts_[thread]; }

  // The algorithm for Boost.Fiber. When no thread is ready, the fiber that runs the tile and
  // Boost's dispatcher run in turn. Other fibers, which are the program's, wait until the launch
  // has ended.
  void awakened(boost::fibers::context* ready) noexcept final;
  boost::fibers::context* pick_next() noexcept final;
  bool has_ready_fibers() const noexcept final {
    return has_ready_thread() || !hosts_.empty() || has_ready_foreign_fiber();
  }
  void suspend_until(const std::chrono::steady_clock::time_point&) noexcept final {}
  void notify() noexcept final {}

 protected:
  virtual void begin(const part_number& tile, thread_number threads) = 0;
  /// The thread that runs before the running one makes the step; null: none.
  virtual std::optional<thread_number> at_step(step s) = 0;
  /// The thread that runs when another one has stopped.
  virtual thread_number at_stop() = 0;

  /// The threads that may run, in ascending order. The running one is not among them. At least one.
  std::span<const thread_number> ready() const { return ready_; }
  thread_number running() const { return running_; }
  /// The number of the step or stop in the tile.
  std::uint64_t point() const { return point_; }

 private:
  static constexpr thread_number none = max_threads_in_tile;

  friend class installed_policy;
  bool has_ready_foreign_fiber() const { return runner_ == nullptr && !foreign_.empty(); }
  boost::fibers::context* choose_fiber();
  boost::fibers::context* pick_host();
  thread_number choose_at_stop();
  void record(thread_number thread) const;

  fiber::stack_pool* stacks_ = nullptr;
  part_number tile_{};
  std::array<boost::fibers::context*, max_threads_in_tile> contexts_{};
  std::vector<thread_number> ready_;
  /// The fiber that runs the launch; null when it has ended.
  boost::fibers::context* runner_ = nullptr;
  std::deque<boost::fibers::context*> hosts_;    ///< ready: that one, and Boost's dispatcher
  std::deque<boost::fibers::context*> foreign_;  ///< ready: those of the program
  std::optional<thread_number> next_;  ///< the thread for which the running one is interrupted
  thread_number running_ = none;
  thread_number postponed_ = none;
  bool postponed_is_ready_ = false;
  std::uint64_t point_ = 0;
  fiber::announced_switches switches_;
};

/// Installs a policy as the scheduling algorithm of the OS thread during its lifetime. Afterwards
/// it is Boost.Fiber's default: an algorithm that the program has installed on this OS thread is
/// lost.
class installed_policy {
 public:
  explicit installed_policy(schedule_policy& policy);
  ~installed_policy();
  installed_policy(const installed_policy&) = delete;
  installed_policy& operator=(const installed_policy&) = delete;

 private:
  schedule_policy& policy_;
};

}  // namespace milliamp::detail::engine
