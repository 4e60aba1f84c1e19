/// @file
/// The write to global memory that a worker's thread has told of, and may not have done yet.
///
/// Instrumented code tells of a write before it does it. Who has to know what was written asks
/// whether it may still be on its way: until its worker tells of something else.
#pragma once

#include <atomic>
#include <cstddef>
#include <cstdint>

namespace milliamp::detail::race {

/// Its worker changes it; any other asks.
class in_flight_store {
 public:
  /// The thread is about to write. To be called before shadow memory is asked whether the write
  /// matters, see write_turns::settle().
  void begin(std::uintptr_t address, std::size_t size) {
    begin_.store(address, std::memory_order_release);
    end_.store(address + size, std::memory_order_release);
    std::atomic_signal_fence(std::memory_order_seq_cst);
  }
  /// What the thread was about to write is in memory.
  void end() {
    if (end_.load(std::memory_order_relaxed) != 0) end_.store(0, std::memory_order_release);
  }

  /// While it waits for its turn, the thread does not write. It looks at all words again
  /// afterwards.
  void wait(bool is_waiting) { is_waiting_.store(is_waiting, std::memory_order_release); }

  /// Whether the write may be on its way to some bytes of a word.
  bool may_be_to(std::uintptr_t word) const {
    const std::uintptr_t end = end_.load(std::memory_order_acquire);
    return word < end && begin_.load(std::memory_order_acquire) < word + 4 &&
           !is_waiting_.load(std::memory_order_acquire);
  }

 private:
  std::atomic<std::uintptr_t> begin_{0};
  std::atomic<std::uintptr_t> end_{0};  ///< 0: there is none
  std::atomic<bool> is_waiting_{false};
};

}  // namespace milliamp::detail::race
