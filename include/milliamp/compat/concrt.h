/// @file
/// The locks and events of Visual C++'s <concrt.h>. They block the OS thread, where the
/// Concurrency Runtime would run another task.
#ifndef MILLIAMP_COMPAT_CONCRT_H
#define MILLIAMP_COMPAT_CONCRT_H

#include <milliamp/prelude.h>

#include <atomic>
#include <chrono>
#include <condition_variable>
#include <cstddef>
#include <mutex>
#include <shared_mutex>
#include <stdexcept>
#include <thread>

namespace concurrency {

/// A lock that the calling thread already holds.
class improper_lock : public std::runtime_error {
 public:
  explicit improper_lock(const char* message = "the calling thread already holds the lock")
      : std::runtime_error(message) {}
};

/// Waits without a limit.
inline constexpr unsigned int COOPERATIVE_TIMEOUT_INFINITE = static_cast<unsigned int>(-1);
/// The result of a wait that has taken too long.
inline constexpr std::size_t COOPERATIVE_WAIT_TIMEOUT = static_cast<std::size_t>(-1);

/// A mutex.
class critical_section {
 public:
  critical_section() = default;
  critical_section(const critical_section&) = delete;
  critical_section& operator=(const critical_section&) = delete;

  /// @throws improper_lock when the calling thread holds it
  void lock() {
    if (owner_.load(std::memory_order_relaxed) == std::this_thread::get_id()) {
      throw improper_lock();
    }
    mutex_.lock();
    owner_.store(std::this_thread::get_id(), std::memory_order_relaxed);
  }
  bool try_lock() { return try_lock_for(0); }
  /// @param timeout in milliseconds
  bool try_lock_for(unsigned int timeout) {
    const auto self = std::this_thread::get_id();
    if (owner_.load(std::memory_order_relaxed) == self) return false;
    if (!mutex_.try_lock_for(std::chrono::milliseconds(timeout))) return false;
    owner_.store(self, std::memory_order_relaxed);
    return true;
  }
  void unlock() {
    owner_.store(std::thread::id(), std::memory_order_relaxed);
    mutex_.unlock();
  }

  using scoped_lock = std::lock_guard<critical_section>;

 private:
  std::timed_mutex mutex_;
  std::atomic<std::thread::id> owner_{};
};

/// A lock that several readers or one writer can hold.
class reader_writer_lock {
 public:
  reader_writer_lock() = default;
  reader_writer_lock(const reader_writer_lock&) = delete;
  reader_writer_lock& operator=(const reader_writer_lock&) = delete;

  void lock() {
    mutex_.lock();
    has_writer_ = true;
  }
  bool try_lock() {
    if (!mutex_.try_lock()) return false;
    has_writer_ = true;
    return true;
  }
  void lock_read() { mutex_.lock_shared(); }
  bool try_lock_read() { return mutex_.try_lock_shared(); }
  /// Unlocks what the calling thread has locked, for reading or writing.
  void unlock() {
    if (has_writer_) {
      has_writer_ = false;
      mutex_.unlock();
    } else {
      mutex_.unlock_shared();
    }
  }

  using scoped_lock = std::lock_guard<reader_writer_lock>;
  class scoped_lock_read {
   public:
    explicit scoped_lock_read(reader_writer_lock& lock) : lock_(lock) { lock_.lock_read(); }
    scoped_lock_read(const scoped_lock_read&) = delete;
    scoped_lock_read& operator=(const scoped_lock_read&) = delete;
    ~scoped_lock_read() { lock_.unlock(); }

   private:
    reader_writer_lock& lock_;
  };

 private:
  std::shared_mutex mutex_;
  bool has_writer_ = false;  ///< only the writer changes it, while no reader has the lock
};

/// An event that stays set until it is reset.
class event {
 public:
  event() = default;
  event(const event&) = delete;
  event& operator=(const event&) = delete;

  void set() {
    const std::lock_guard<std::mutex> lock(mutex_);
    is_set_ = true;
    changed_.notify_all();
  }
  void reset() {
    const std::lock_guard<std::mutex> lock(mutex_);
    is_set_ = false;
  }
  /// @param timeout in milliseconds
  /// @return 0, or COOPERATIVE_WAIT_TIMEOUT
  std::size_t wait(unsigned int timeout = COOPERATIVE_TIMEOUT_INFINITE) {
    std::unique_lock<std::mutex> lock(mutex_);
    const auto is_set = [this] { return is_set_; };
    if (timeout == COOPERATIVE_TIMEOUT_INFINITE) {
      changed_.wait(lock, is_set);
      return 0;
    }
    const std::chrono::milliseconds limit(timeout);
    return changed_.wait_for(lock, limit, is_set) ? 0 : COOPERATIVE_WAIT_TIMEOUT;
  }

 private:
  std::mutex mutex_;
  std::condition_variable changed_;
  bool is_set_ = false;
};

/// Lets the calling thread sleep.
inline void wait(unsigned int milliseconds) {
  std::this_thread::sleep_for(std::chrono::milliseconds(milliseconds));
}

/// The number of processors.
inline unsigned int GetProcessorCount() { return std::thread::hardware_concurrency(); }

}  // namespace concurrency

#endif
