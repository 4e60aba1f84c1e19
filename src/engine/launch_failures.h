/// @file
/// The exceptions that end the tiles or points of a launch on REF.
#pragma once

#include "base/mutex.h"

#include <cstdint>
#include <exception>
#include <utility>

namespace milliamp::detail::engine {

/// A launch continues after a failed tile or point, and throws the exception of the lowest one, so
/// that its findings do not depend on which fails first.
class launch_failures {
 public:
  /// @param number of the tile or point
  void add(std::uint64_t number, std::exception_ptr failure) {
    const base::scoped_lock lock(mutex_);
    if (first_ != nullptr && lowest_ < number) return;
    lowest_ = number;
    first_ = std::move(failure);
  }
  /// All tiles or points have run.
  void rethrow_first() const MILLIAMP_NO_THREAD_SAFETY_ANALYSIS {
    if (first_ != nullptr) std::rethrow_exception(first_);
  }

 private:
  base::mutex mutex_;
  std::uint64_t lowest_ MILLIAMP_GUARDED_BY(mutex_) = 0;
  std::exception_ptr first_ MILLIAMP_GUARDED_BY(mutex_);
};

}  // namespace milliamp::detail::engine
