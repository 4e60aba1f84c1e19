#include "check/spin_watch.h"

#include "check/spin_signal.h"

#include <time.h>

#include <algorithm>
#include <chrono>
#include <mutex>
#include <thread>
#include <unordered_map>

namespace milliamp::detail {

namespace {

constexpr std::chrono::milliseconds tick{250};
constexpr int ticks_until_suspected = 8;  // 2 seconds in one turn
constexpr std::chrono::seconds silence_until_sure{5};
constexpr std::uint64_t looks_until_sure = std::uint64_t{1} << 22;

/// What the calling thread has used; for signal handlers, too.
std::chrono::nanoseconds processor_time() {
  timespec used{};
  clock_gettime(CLOCK_THREAD_CPUTIME_ID, &used);
  return std::chrono::seconds(used.tv_sec) + std::chrono::nanoseconds(used.tv_nsec);
}

}  // namespace

/// The thread that looks at the clock for all watches. It runs from the first watch on, and ends
/// with the process.
class spin_clock {
 public:
  static spin_clock& instance() {
    static spin_clock* const one = new spin_clock;
    return *one;
  }

  void add(spin_watch& watch) {
    const std::lock_guard lock(mutex_);
    watches_.try_emplace(&watch);
  }

  void remove(spin_watch& watch) {
    const std::lock_guard lock(mutex_);
    watches_.erase(&watch);
  }

 private:
  struct observation {
    std::uint64_t turn = 0;
    int ticks = 0;
  };

  spin_clock() {
    std::thread([this] {
      for (;;) {
        std::this_thread::sleep_for(tick);
        look();
      }
    }).detach();
  }

  void look() {
    const std::lock_guard lock(mutex_);
    for (auto& [watch, seen] : watches_) {
      const std::uint64_t turn = watch->turn_.load(std::memory_order_relaxed);
      if (watch->is_resting_.load(std::memory_order_relaxed) || turn != seen.turn) {
        seen = {turn, 0};
      } else if (++seen.ticks >= ticks_until_suspected) {
        watch->is_suspected_.store(true, std::memory_order_relaxed);
        send_spin_signal(watch->thread_);
      }
    }
  }

  std::mutex mutex_;
  std::unordered_map<spin_watch*, observation> watches_;
};

spin_watch::spin_watch() { spin_clock::instance().add(*this); }
spin_watch::~spin_watch() { spin_clock::instance().remove(*this); }

void spin_watch::forget() {
  known_words_ = 0;
  looks_ = 0;
}

bool spin_watch::examine(std::uintptr_t address, std::uint64_t progress, bool is_private) {
  const std::uint64_t turn = turn_.load(std::memory_order_relaxed);
  if (turn != suspected_turn_ || progress != progress_) {
    // It got on; should it be slow again, the clock will say so again.
    const bool was_examined = looks_ != 0 && turn != suspected_turn_;
    suspected_turn_ = turn;
    progress_ = progress;
    forget();
    if (was_examined) is_suspected_.store(false, std::memory_order_relaxed);
  }
  const std::uintptr_t word = address & ~std::uintptr_t{3};
  const std::uint32_t value =
      __atomic_load_n(reinterpret_cast<const std::uint32_t*>(word), __ATOMIC_RELAXED);
  const seen_word seen{word, value};
  const auto known_end = words_.begin() + static_cast<std::ptrdiff_t>(known_words_);
  if (std::find(words_.begin(), known_end, seen) == known_end) {
    if (known_words_ == words_.size()) forget();
    words_[known_words_++] = seen;
    looks_ = 0;
  }
  ++all_looks_;
  return ++looks_ > (is_private ? 2 * looks_until_sure : looks_until_sure);
}

bool spin_watch::is_silent(std::uint64_t progress) {
  const std::uint64_t turn = turn_.load(std::memory_order_relaxed);
  const bool got_on =
      turn != seen_.turn || progress != seen_.progress || all_looks_ != seen_.all_looks;
  const std::chrono::nanoseconds now = processor_time();
  if (got_on || !is_suspected()) seen_ = {turn, progress, all_looks_, now};
  return now - seen_.since >= silence_until_sure;
}

}  // namespace milliamp::detail
