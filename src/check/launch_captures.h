/// @file
/// How the kernel of a launch has captured the memory of arrays and views. If it can only read some
/// memory, reads there race with nothing and are not recorded:
///
///     array_view<const float> x(…);
///     parallel_for_each(…, [=](index<1> i) restrict(amp) { y[i] = 2 * x[i]; });
#pragma once

#include "base/memory_range.h"
#include "check/guarded_memory.h"

#include <functional>
#include <vector>

namespace milliamp::detail::check {

/// The views captured for the launch that the calling thread is submitting.
class launch_captures {
 public:
  /// @param has_arrays the kernel refers to arrays, which it may write
  explicit launch_captures(bool has_arrays);
  ~launch_captures();
  launch_captures(const launch_captures&) = delete;
  launch_captures& operator=(const launch_captures&) = delete;

  /// The captures of the launch that the calling thread submits; null if it submits none.
  static launch_captures* current();

  /// A view of memory has been captured.
  static void add(const guarded_memory& memory, bool writable);
  /// Calls a function if the launch is refused: it throws before a kernel thread has run.
  static void when_refused(std::function<void()> function);
  /// The launch that the calling thread submits has passed all checks.
  static void accept();
  /// Whether every captured view of this memory has const elements, and the kernel cannot reach it
  /// otherwise. (Not through a pointer: the host cannot get one to the memory of an array on REF,
  /// or to REF's copy of its own memory.)
  bool are_only_read(const base::memory_range& elements) const;

 private:
  struct view {
    std::uintptr_t memory;  ///< its first element
    bool writable;
  };

  launch_captures* const outer_;
  const bool has_arrays_;
  std::vector<view> views_;
  std::vector<std::function<void()>> when_refused_;
};

}  // namespace milliamp::detail::check
