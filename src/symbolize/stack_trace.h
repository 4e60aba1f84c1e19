/// @file
/// Call stacks of the program at calls of the library.
#pragma once

#include <milliamp/finding.h>

#include <algorithm>
#include <array>
#include <vector>

namespace milliamp::detail::symbolize {

/// The return addresses of a call stack. Capturing one is cheap; it is symbolized only for a
/// report.
class stack_trace {
 public:
  stack_trace() = default;
  /// Captures the call stack of the calling thread, or that of the call for which it works.
  static stack_trace here();

  /// Returns the innermost frames of the program itself, without templates of this library and of
  /// the standard library. Never empty.
  std::vector<source_frame> user_frames() const;
  /// Returns those frames and the ones of their callers up to the kernel, which this library has
  /// called. The kernel calls the library at the innermost one.
  std::vector<source_frame> kernel_frames() const;

  friend bool operator==(const stack_trace& a, const stack_trace& b) {
    return std::equal(a.addresses_.begin(), a.addresses_.begin() + a.count_, b.addresses_.begin(),
                      b.addresses_.begin() + b.count_);
  }

 private:
  std::vector<source_frame> frames(bool with_callers) const;

  std::array<void*, 24> addresses_;
  int count_ = 0;
};

/// For its lifetime, the calling thread works for a call on another thread: findings are located at
/// that thread's call stack.
class scoped_caller {
 public:
  /// @param caller must outlive this object
  explicit scoped_caller(const stack_trace& caller);
  ~scoped_caller();
  scoped_caller(const scoped_caller&) = delete;
  scoped_caller& operator=(const scoped_caller&) = delete;
};

}  // namespace milliamp::detail::symbolize
