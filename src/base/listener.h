/// @file
/// The switch for instrumentation callbacks: instrumented code skips them while no listener exists,
/// which outside of kernels is most of the time.
#pragma once

#include <milliamp/export.h>

#include <atomic>

/// The number of listeners. Instrumented code tests it before it calls the library (see
/// src/instrument/clang_guard_callbacks.cpp and gcc_guard_callbacks.cpp).
extern "C" MILLIAMP_API std::atomic<int> __milliamp_listeners;

namespace milliamp::detail::base {

/// Enables the callbacks during its lifetime.
class listener {
 public:
  listener() { __milliamp_listeners.fetch_add(1, std::memory_order_relaxed); }
  ~listener() { __milliamp_listeners.fetch_sub(1, std::memory_order_relaxed); }
  listener(const listener&) = delete;
  listener& operator=(const listener&) = delete;
};

}  // namespace milliamp::detail::base
