/// @file
/// Detects threads that spin: that wait in a loop for an action of another thread. C++ AMP does not
/// support that (spec 8.1), because the other threads need not make progress meanwhile.
///
/// A thread is suspected when its turn takes seconds, which a clock thread observes at no cost to
/// kernel threads. From then on its accesses are examined. A thread spins if it repeats the same
/// few accesses, finds the same values, and has the same contents of its stack and registers: it
/// will never leave the loop. If only the accesses and values repeat, it may be computing. It is
/// then examined for a while per tick of the clock, and counts as spinning after half a minute of
/// processor time: on a loaded machine, a calculation may take many times as long as that. A thread
/// without any access for seconds of processor time spins too, because the compiler may hoist the
/// read out of `while (flag == 0) {}`. No callback examines such a thread, so a signal interrupts
/// it (see spin_signal.h).
#pragma once

#include "base/memory_map.h"
#include "diagnose/no_progress.h"
#include "race/slow_path.h"

#include <milliamp/detail/always_inline.h>

#include <pthread.h>

#include <array>
#include <atomic>
#include <chrono>
#include <compare>
#include <cstddef>
#include <cstdint>
#include <optional>

namespace milliamp::detail::check {

/// An access in a loop. The thread is reported at the least one: the one whose kind explains best
/// why it spins and, among equals, the one with the lowest return address.
struct loop_access {
  diagnose::spin_access access;
  const void* return_address;
  std::uintptr_t address;

  auto operator<=>(const loop_access&) const = default;
};

/// Watches the kernel threads that run on one worker.
class spin_watch {
 public:
  explicit spin_watch(race::slow_path& slow);
  ~spin_watch();
  spin_watch(const spin_watch&) = delete;
  spin_watch& operator=(const spin_watch&) = delete;

  /// A launch begins. The clock then observes the worker's turns, in a child of fork() too.
  void begin_launch();
  /// The worker's share of a launch ends. It may not have had a turn.
  void end_launch();
  /// A turn begins. Called often, so it only increments a counter.
  MILLIAMP_ALWAYS_INLINE void begin_turn() {
    turn_.store(turn_.load(std::memory_order_relaxed) + 1, std::memory_order_relaxed);
  }
  /// No kernel thread runs until resume().
  void rest() { is_resting_.store(true, std::memory_order_relaxed); }
  void resume() { is_resting_.store(false, std::memory_order_relaxed); }

  std::uint64_t turn() const { return turn_.load(std::memory_order_relaxed); }

  bool is_suspected() const { return slow_.has(race::slow_path::suspected_spin); }

  /// Examines an access of a suspected thread.
  /// @param progress a number that changes when the worker makes progress within a turn
  /// @param state see state_of_kernel()
  /// @return whether the thread spins. If its state repeats, the access is then the first one of
  ///   its loop, so that reports are the same in every run.
  bool examine(const loop_access& access, std::uint64_t progress,
               std::optional<std::uint64_t> state);
  /// Examines a suspected thread that a signal has interrupted.
  /// @param progress as above
  /// @return whether it has made no access for seconds of processor time
  bool is_silent(std::uint64_t progress);

 private:
  friend class spin_clock;

  /// The word and value of an access, and optionally the state of the thread.
  struct sight {
    std::uintptr_t address;
    std::uint32_t value;
    std::uint64_t state;

    bool operator==(const sight&) const = default;
  };

  /// The last distinct sights, and the number of looks since a new one was added.
  class sights {
   public:
    void forget() { count_ = looks_ = 0; }
    std::uint64_t looks() const { return looks_; }
    void look(const sight& seen);

   private:
    std::array<sight, 64> known_{};
    std::size_t count_ = 0;
    std::uint64_t looks_ = 0;
  };

  std::uint32_t value_of(std::uintptr_t word);
  bool is_first_of_loop(const loop_access& access);
  bool is_window_over();
  bool end_window();

  race::slow_path& slow_;
  const pthread_t thread_ = pthread_self();
  std::atomic<std::uint64_t> turn_{0};
  std::atomic<bool> is_in_launch_{false};
  std::atomic<bool> is_resting_{true};
  std::uint64_t suspected_turn_ = 0;
  std::uint64_t progress_ = 0;
  base::mapped_pages mapped_;
  sights words_;
  sights words_and_states_;
  std::optional<loop_access> first_;   ///< of the loop, if the thread certainly spins
  std::uint64_t looks_in_window_ = 0;  ///< since the clock last suspected the thread
  std::chrono::nanoseconds window_began_{};
  /// The processor time since which windows have shown no new words or values.
  std::optional<std::chrono::nanoseconds> repeats_since_;
  std::uint64_t all_looks_ = 0;

  /// The progress that signals have observed, and the processor time since it last changed.
  struct {
    std::uint64_t turn, progress, all_looks;
    std::chrono::nanoseconds since;
  } seen_{};
};

}  // namespace milliamp::detail::check
