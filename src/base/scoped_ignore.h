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

#include <utility>

namespace milliamp::detail::base {

/// Ignores the accesses of the calling OS thread during its lifetime. Scopes nest.
class scoped_ignore {
 public:
  scoped_ignore() : outer_(this_thread) {
    if (outer_.checker != nullptr) this_thread.ignoring_checker = outer_.checker;
    this_thread.checker = nullptr;
    this_thread.is_ignoring = true;
  }
  ~scoped_ignore() {
    this_thread.checker = outer_.checker;
    this_thread.ignoring_checker = outer_.ignoring_checker;
    this_thread.is_ignoring = outer_.is_ignoring;
  }
  scoped_ignore(const scoped_ignore&) = delete;
  scoped_ignore& operator=(const scoped_ignore&) = delete;

 private:
  const thread_state outer_;
};

}  // namespace milliamp::detail::base
