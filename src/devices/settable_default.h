/// @file
/// Defaults that a program can set (spec 3.2.1).
#pragma once

#include "base/mutex.h"

namespace milliamp::detail::devices {

/// A default value that can be set once, before its first use.
template <class T>
class settable_default {
 public:
  explicit settable_default(T initial) : value_(initial) {}

  /// Returns the present value, which can still be set afterwards.
  T peek() {
    const base::scoped_lock lock(mutex_);
    return value_;
  }

  /// Returns the value, which cannot be set afterwards.
  T use() {
    const base::scoped_lock lock(mutex_);
    is_settled_ = true;
    return value_;
  }

  /// Sets the value. Returns false if it was set or used before.
  bool set(T value) {
    const base::scoped_lock lock(mutex_);
    if (is_settled_) return false;
    is_settled_ = true;
    value_ = value;
    return true;
  }

  /// A reference to the value, for accelerator's public data members. A program must not read it
  /// while it calls set().
  const T& value() const MILLIAMP_NO_THREAD_SAFETY_ANALYSIS { return value_; }

 private:
  base::mutex mutex_;
  T value_ MILLIAMP_GUARDED_BY(mutex_);
  bool is_settled_ MILLIAMP_GUARDED_BY(mutex_) = false;
};

}  // namespace milliamp::detail::devices
