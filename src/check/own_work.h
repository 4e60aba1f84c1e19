/// @file
/// Keeps the library's own work from being taken for the program's.
///
/// What the library calls may be the program's instrumented code: the dynamic linker lets a
/// program's copy of a function take the place of the C++ library's in the whole process, such as
/// of the members of std::string, or of operator new. What such code tells of is no access of a
/// kernel, and none of the host that could wait for a lock that the thread itself holds.
#pragma once

#include "check/access_checker.h"

#include <utility>

namespace milliamp::detail {

/// While one lives, nothing that the calling thread does is watched.
class own_work {
 public:
  own_work()
      : active_(std::exchange(access_checker::active_, nullptr)),
        outer_checker_(checker_),
        is_within_another_(std::exchange(is_under_way_, true)) {
    if (active_ != nullptr) checker_ = active_;
  }
  ~own_work() {
    is_under_way_ = is_within_another_;
    checker_ = outer_checker_;
    access_checker::active_ = active_;
  }
  own_work(const own_work&) = delete;
  own_work& operator=(const own_work&) = delete;

  /// Whether the calling thread does such work.
  static bool is_under_way() { return is_under_way_; }
  /// The checker of the kernel's thread that does it, or that runs without doing such; null on the
  /// host.
  static access_checker* checker() {
    return access_checker::active_ != nullptr ? access_checker::active_ : checker_;
  }

 private:
  access_checker* const active_;
  access_checker* const outer_checker_;
  const bool is_within_another_;

  static inline constinit thread_local bool is_under_way_
      __attribute__((tls_model("initial-exec"))) = false;
  static inline constinit thread_local access_checker* checker_
      __attribute__((tls_model("initial-exec"))) = nullptr;
};

}  // namespace milliamp::detail
