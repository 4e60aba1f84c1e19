/// @file
/// The standard library's mutexes, with the annotations of Clang's thread safety analysis.
///
///     base::mutex mutex_;
///     int count_ MILLIAMP_GUARDED_BY(mutex_) = 0;
///     …
///     const base::scoped_lock lock(mutex_);
#pragma once

#include "base/thread_annotations.h"

#include <condition_variable>
#include <mutex>
#include <shared_mutex>

namespace milliamp::detail::base {

class MILLIAMP_CAPABILITY("mutex") mutex {
 public:
  void lock() MILLIAMP_ACQUIRE() { native_.lock(); }
  void unlock() MILLIAMP_RELEASE() { native_.unlock(); }

 private:
  friend class condition_variable;

  std::mutex native_;
};

/// A mutex that one writer or any number of readers hold.
class MILLIAMP_CAPABILITY("mutex") shared_mutex {
 public:
  void lock() MILLIAMP_ACQUIRE() { native_.lock(); }
  void unlock() MILLIAMP_RELEASE() { native_.unlock(); }
  void lock_shared() MILLIAMP_ACQUIRE_SHARED() { native_.lock_shared(); }
  void unlock_shared() MILLIAMP_RELEASE_SHARED() { native_.unlock_shared(); }

 private:
  std::shared_mutex native_;
};

/// Holds a mutex during its lifetime.
template <class Mutex>
class MILLIAMP_SCOPED_CAPABILITY scoped_lock {
 public:
  explicit scoped_lock(Mutex& mutex) MILLIAMP_ACQUIRE(mutex) : mutex_(mutex) { mutex.lock(); }
  ~scoped_lock() MILLIAMP_RELEASE() { mutex_.unlock(); }
  scoped_lock(const scoped_lock&) = delete;
  scoped_lock& operator=(const scoped_lock&) = delete;

 private:
  Mutex& mutex_;
};

/// Holds a mutex as one of its readers.
class MILLIAMP_SCOPED_CAPABILITY shared_lock {
 public:
  explicit shared_lock(shared_mutex& mutex) MILLIAMP_ACQUIRE_SHARED(mutex) : mutex_(mutex) {
    mutex.lock_shared();
  }
  ~shared_lock() MILLIAMP_RELEASE() { mutex_.unlock_shared(); }
  shared_lock(const shared_lock&) = delete;
  shared_lock& operator=(const shared_lock&) = delete;

 private:
  shared_mutex& mutex_;
};

/// A condition variable for base::mutex. The analysis does not see that a predicate runs under the
/// lock, so callers write the loop: `while (!condition) changed_.wait(mutex_);`
class condition_variable {
 public:
  void wait(mutex& held) MILLIAMP_REQUIRES(held) {
    std::unique_lock lock(held.native_, std::adopt_lock);
    native_.wait(lock);
    lock.release();
  }
  void notify_all() { native_.notify_all(); }

 private:
  std::condition_variable native_;
};

}  // namespace milliamp::detail::base
