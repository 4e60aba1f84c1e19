#include "check/spin_watch.h"

#include "base/clock_thread.h"
#include "base/immortal.h"
#include "base/mutex.h"
#include "check/spin_signal.h"
#include "race/words.h"

#include <pthread.h>
#include <time.h>

#include <algorithm>
#include <chrono>
#include <unordered_map>

namespace milliamp::detail::check {

namespace {

constexpr std::chrono::milliseconds tick{250};
constexpr int ticks_until_suspected = 8;  // 2 seconds in one turn
constexpr std::chrono::seconds silence_until_sure{5};
constexpr std::uint64_t looks_until_sure = std::uint64_t{1} << 14;
constexpr std::uint64_t looks_of_window = std::uint64_t{1} << 16;
constexpr std::uint64_t looks_per_clock_read = std::uint64_t{1} << 10;
constexpr std::chrono::nanoseconds time_of_window = tick;
constexpr std::chrono::seconds repetition_until_sure{30};

/// The processor time of the calling thread. Async-signal-safe.
std::chrono::nanoseconds processor_time() {
  timespec used{};
  clock_gettime(CLOCK_THREAD_CPUTIME_ID, &used);
  return std::chrono::seconds(used.tv_sec) + std::chrono::nanoseconds(used.tv_nsec);
}

}  // namespace

/// The clock thread of all watches.
class spin_clock {
 public:
  /// Observes a watch during a launch.
  void add(spin_watch& watch) {
    const base::scoped_lock lock(mutex_);
    clock_.keep_running();
    watches_.try_emplace(&watch);
    watch.is_in_launch_.store(true, std::memory_order_relaxed);
  }

  void remove(spin_watch& watch) {
    const base::scoped_lock lock(mutex_);
    watches_.erase(&watch);
  }

 private:
  struct observation {
    std::uint64_t turn = 0;
    int ticks = 0;
  };

  /// Suspects slow threads. Returns whether workers take part in launches.
  bool look() {
    const base::scoped_lock lock(mutex_);
    bool is_launching = false;
    for (auto& [watch, seen] : watches_) {
      is_launching = is_launching || watch->is_in_launch_.load(std::memory_order_relaxed);
      const std::uint64_t turn = watch->turn_.load(std::memory_order_relaxed);
      if (watch->is_resting_.load(std::memory_order_relaxed) || turn != seen.turn) {
        seen = {turn, 0};
      } else if (++seen.ticks >= ticks_until_suspected) {
        watch->slow_.set(race::slow_path::suspected_spin);
        send_spin_signal(watch->thread_);
      }
    }
    return is_launching;
  }

  base::mutex mutex_;
  std::unordered_map<spin_watch*, observation> watches_ MILLIAMP_GUARDED_BY(mutex_);
  base::clock_thread clock_{"the detection of threads that spin", tick, [this] { return look(); }};
};

spin_watch::spin_watch(race::slow_path& slow) : slow_(slow) {}
spin_watch::~spin_watch() { base::only_of_process<spin_clock>().remove(*this); }

void spin_watch::begin_launch() { base::only_of_process<spin_clock>().add(*this); }

void spin_watch::end_launch() {
  rest();
  is_in_launch_.store(false, std::memory_order_relaxed);
  slow_.clear(race::slow_path::suspected_spin);
}

void spin_watch::sights::look(const sight& seen) {
  const auto end = known_.begin() + static_cast<std::ptrdiff_t>(count_);
  if (std::find(known_.begin(), end, seen) == end) {
    if (count_ == known_.size()) count_ = 0;
    known_[count_++] = seen;
    looks_ = 0;
  }
  ++looks_;
}

/// The value of a word; 0 if the access is wild.
std::uint32_t spin_watch::value_of(std::uintptr_t word) {
  if (!mapped_.contain({word, 4})) return 0;
  return __atomic_load_n(reinterpret_cast<const std::uint32_t*>(word), __ATOMIC_RELAXED);
}

bool spin_watch::examine(const loop_access& access, std::uint64_t progress,
                         std::optional<std::uint64_t> state) {
  const std::uint64_t turn = turn_.load(std::memory_order_relaxed);
  if (turn != suspected_turn_ || progress != progress_) {
    // The thread has made progress. If it is slow again, the clock suspects it again.
    const bool was_examined = words_.looks() != 0 && turn != suspected_turn_;
    suspected_turn_ = turn;
    progress_ = progress;
    mapped_ = {};
    words_.forget();
    words_and_states_.forget();
    looks_in_window_ = 0;
    repeats_since_.reset();
    if (was_examined) slow_.clear(race::slow_path::suspected_spin);
  }
  const std::uintptr_t word = race::word_of(access.address);
  const std::uint32_t value = value_of(word);
  words_.look({word, value, 0});
  if (state) words_and_states_.look({word, value, *state});
  ++all_looks_;
  if (is_first_of_loop(access)) return true;
  ++looks_in_window_;
  return is_window_over() && end_window();
}

/// Whether the thread certainly spins and has reached the access that is reported. By then it has
/// made every access of its loop, because a loop has fewer than looks_until_sure.
bool spin_watch::is_first_of_loop(const loop_access& access) {
  const std::uint64_t looks = words_and_states_.looks();
  if (looks <= looks_until_sure) {
    first_.reset();
  } else if (looks <= 2 * looks_until_sure) {
    first_ = std::min(first_.value_or(access), access);
  }
  return looks > 2 * looks_until_sure && access <= first_;
}

/// Whether the thread has been examined for long enough. A look unwinds the library's frames, which
/// takes a hundred times as long in an emulator. The time limit leaves the thread about half of its
/// processor time, so that a calculation ends before it has been examined for half a minute.
bool spin_watch::is_window_over() {
  if (looks_in_window_ % looks_per_clock_read != 0) return false;
  const std::chrono::nanoseconds now = processor_time();
  if (looks_in_window_ == looks_per_clock_read) window_began_ = now;
  return looks_in_window_ >= looks_of_window || now - window_began_ >= time_of_window;
}

/// Stops examining the thread until the next tick, because it does not certainly spin. Returns
/// whether it has repeated its accesses for too long.
bool spin_watch::end_window() {
  const std::chrono::nanoseconds now = processor_time();
  if (words_.looks() <= looks_in_window_ / 2) {
    repeats_since_.reset();
  } else if (!repeats_since_) {
    repeats_since_ = now;
  }
  looks_in_window_ = 0;
  slow_.clear(race::slow_path::suspected_spin);
  return repeats_since_ && now - *repeats_since_ >= repetition_until_sure;
}

bool spin_watch::is_silent(std::uint64_t progress) {
  const std::uint64_t turn = turn_.load(std::memory_order_relaxed);
  const bool has_progressed =
      turn != seen_.turn || progress != seen_.progress || all_looks_ != seen_.all_looks;
  const std::chrono::nanoseconds now = processor_time();
  if (has_progressed || !is_suspected()) seen_ = {turn, progress, all_looks_, now};
  return now - seen_.since >= silence_until_sure;
}

}  // namespace milliamp::detail::check
