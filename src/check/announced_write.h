/// @file
/// The write to global memory that a worker has told of, and may not have done yet.
///
/// Instrumented code tells of a write before it does it. Who has to know what was written asks for
/// how long it may be on its way: until its worker tells of something else.
#pragma once

#include "check/access.h"

#include <atomic>
#include <chrono>
#include <cstdint>
#include <thread>

namespace milliamp::detail {

class announced_write {
 public:
  /// The worker's thread is about to write to a word. To be called before shadow memory tells of
  /// the write, so that whoever learns of it there finds it here.
  void announce(std::uintptr_t word, thread_id thread) {
    thread_.store(thread, std::memory_order_relaxed);
    word_.store(word, std::memory_order_relaxed);
  }
  /// The worker has got on: what it was about to write is in memory.
  void withdraw() {
    if (word_.load(std::memory_order_relaxed) != 0) word_.store(0, std::memory_order_release);
  }

  /// Called by another worker, which has found the thread's write to a word in shadow memory:
  /// waits until it has been done. Gives up after a while, for the thread may have got on without
  /// another access to global memory.
  void await(std::uintptr_t word, thread_id thread) const {
    if (!is_pending(word, thread)) return;
    const auto end = std::chrono::steady_clock::now() + std::chrono::milliseconds(1);
    while (is_pending(word, thread) && std::chrono::steady_clock::now() < end) {
      std::this_thread::yield();
    }
  }

 private:
  bool is_pending(std::uintptr_t word, thread_id thread) const {
    return word_.load(std::memory_order_acquire) == word &&
           thread_.load(std::memory_order_relaxed) == thread;
  }

  std::atomic<std::uintptr_t> word_{0};
  std::atomic<thread_id> thread_{0};
};

}  // namespace milliamp::detail
