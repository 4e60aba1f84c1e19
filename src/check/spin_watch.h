/// @file
/// Finds threads that spin: that wait in a loop for what another thread would have to do. C++ AMP
/// does not support that (spec 8.1): while one thread runs, others need make no progress.
///
/// A thread is suspected when its turn takes long by the clock; that costs the others nothing. From
/// then on its accesses are looked at. A thread that comes to the same few accesses again and
/// again, finds the same values there, and has the same values on its stack and in its registers,
/// spins: it will do so for ever. One of which only the accesses are the same may be calculating,
/// and waits for nobody; it is looked at from time to time, and believed to spin when that has gone
/// on for half a minute. So is one that makes no access at all for seconds: the compiler may take
/// the read out of `while (flag == 0) {}`. Such a thread calls nobody who could look; a signal
/// makes it (see spin_signal.h).
#pragma once

#include "race/slow_path.h"

#include <pthread.h>

#include <array>
#include <atomic>
#include <chrono>
#include <cstddef>
#include <cstdint>

namespace milliamp::detail::check {

/// The suspicion against the thread that runs on one worker.
class spin_watch {
 public:
  explicit spin_watch(race::slow_path& slow);
  ~spin_watch();
  spin_watch(const spin_watch&) = delete;
  spin_watch& operator=(const spin_watch&) = delete;

  /// A turn begins. Called often, so it only counts.
  void begin_turn() {
    is_resting_.store(false, std::memory_order_relaxed);
    turn_.store(turn_.load(std::memory_order_relaxed) + 1, std::memory_order_relaxed);
  }
  /// Nothing runs until the next turn begins.
  void rest() { is_resting_.store(true, std::memory_order_relaxed); }

  /// The number of the turn.
  std::uint64_t turn() const { return turn_.load(std::memory_order_relaxed); }

  bool is_suspected() const { return slow_.has(race::slow_path::suspected_spin); }

  /// Looks at an access of a suspected thread. @param progress a number that changes when the
  /// worker gets on in another way than by turns @param state see state_of_thread()
  /// @param is_private whether only this thread can change the memory; an access that tells more of
  /// why it spins is then waited for
  /// @return whether the thread spins
  bool examine(std::uintptr_t address, std::uint64_t progress, std::uint64_t state,
               bool is_private);
  /// Looks at a suspected thread that a signal has interrupted. @param progress as above
  /// @return whether it makes no accesses, for seconds of its processor's time
  bool is_silent(std::uint64_t progress);

 private:
  friend class spin_clock;

  /// A word that an access has found, or that and the state that the thread was in.
  struct sight {
    std::uintptr_t address;
    std::uint32_t value;
    std::uint64_t state;

    bool operator==(const sight&) const = default;
  };

  /// The last sights that differ, and how often nothing but these has been seen.
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

  bool end_spell();

  race::slow_path& slow_;
  const pthread_t thread_ = pthread_self();
  std::atomic<std::uint64_t> turn_{0};
  std::atomic<bool> is_resting_{true};
  std::uint64_t suspected_turn_ = 0;
  std::uint64_t progress_ = 0;
  sights words_;
  sights words_and_states_;
  std::uint64_t looks_in_spell_ = 0;  ///< since the thread was suspected
  int spells_ = 0;  ///< one after another, in which all sights of words were known
  std::uint64_t all_looks_ = 0;

  /// What signals have seen, and the processor time of the thread when they first saw it.
  struct {
    std::uint64_t turn, progress, all_looks;
    std::chrono::nanoseconds since;
  } seen_{};
};

/// A number for what the calling thread has on the next few KB of its stack, up to an end, and in
/// the registers that its callers may have to themselves. Two states that differ have different
/// numbers, but for chance.
std::uint64_t state_of_thread(std::uintptr_t stack_end);

}  // namespace milliamp::detail::check
