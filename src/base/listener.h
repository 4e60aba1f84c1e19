/// @file
/// Tells whether anybody wants to know what instrumented code does. Outside of kernels, most of the
/// time nobody does.
#pragma once

#include <milliamp/export.h>

#include <atomic>

/// How many listeners there are. Instrumented code tests it before it tells of anything (see
/// src/instrument: gcc_guards.cpp and clang_guards.cpp).
extern "C" MILLIAMP_API std::atomic<int> __milliamp_listeners;

namespace milliamp::detail::base {

/// While one lives, the program's accesses are listened to.
class listener {
 public:
  listener() { __milliamp_listeners.fetch_add(1, std::memory_order_relaxed); }
  ~listener() { __milliamp_listeners.fetch_sub(1, std::memory_order_relaxed); }
  listener(const listener&) = delete;
  listener& operator=(const listener&) = delete;
};

}  // namespace milliamp::detail::base
