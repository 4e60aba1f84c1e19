/// @file
/// Keeps the library's own accesses from being recorded as the program's.
///
/// Functions that the library calls may be instrumented code of the program: the dynamic linker
/// lets the program's copy of a function, such as a member of std::string or operator new, replace
/// the C++ library's in the whole process. The callbacks from such code are neither accesses of a
/// kernel nor accesses of the host; recording them could also wait for a lock that the thread
/// holds.
#pragma once

#include "base/thread_state.h"

#include <milliamp/detail/always_inline.h>

namespace milliamp::detail::base {

/// Ignores the accesses of the calling OS thread during its lifetime. Scopes nest.
class scoped_ignore {
 public:
  MILLIAMP_ALWAYS_INLINE scoped_ignore()
      : checker_(this_thread.checker),
        ignoring_checker_(this_thread.ignoring_checker),
        is_ignoring_(this_thread.is_ignoring) {
    if (checker_ != nullptr) this_thread.ignoring_checker = checker_;
    this_thread.checker = nullptr;
    this_thread.is_ignoring = true;
  }
  MILLIAMP_ALWAYS_INLINE ~scoped_ignore() {
    this_thread.checker = checker_;
    this_thread.ignoring_checker = ignoring_checker_;
    this_thread.is_ignoring = is_ignoring_;
  }
  scoped_ignore(const scoped_ignore&) = delete;
  scoped_ignore& operator=(const scoped_ignore&) = delete;

 private:
  // Each member on its own: a copy of the whole record waits for the stores to its members, and a
  // recording does this at each event.
  check::checker* const checker_;
  check::checker* const ignoring_checker_;
  const bool is_ignoring_;
};

}  // namespace milliamp::detail::base
