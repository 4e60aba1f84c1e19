/// @file
/// The context in which a thread creates views, which determines whether they own their memory.
#ifndef MILLIAMP_DETAIL_VIEW_CONTEXT_H
#define MILLIAMP_DETAIL_VIEW_CONTEXT_H

#include <milliamp/detail/checked.h>
#include <milliamp/export.h>

namespace milliamp::detail {

/// The context in which a thread creates views.
enum class view_context : unsigned char {
  host,     ///< the views share ownership of their memory
  capture,  ///< a launch copies its kernel: views do not own, and access the accelerator's memory
  kernel    ///< a kernel runs: views do not own, because captured views or arrays outlive them
};

/// The context of the calling thread. Every copy of an owning view reads it, so its address is
/// found without a call.
extern MILLIAMP_API __thread view_context current_view_context
    __attribute__((tls_model("initial-exec")));

/// Tells the compiler that the calling thread runs a kernel, so that host-only code is removed. (A
/// kernel's stores to its data cannot alias the context, which has its own type.)
MILLIAMP_ALWAYS_INLINE void assume_in_kernel() {
#if !MILLIAMP_CHECKED_CODE
  if (current_view_context != view_context::kernel) __builtin_unreachable();
#endif
}

/// Whether the calling thread runs a kernel. Code that Clang compiles as C++ AMP asks before it
/// calls one of two functions that are overloaded on their restrictions (spec 2.3.2.1). The
/// compiler evaluates constants as code for the CPU.
MILLIAMP_UNINSTRUMENTED MILLIAMP_ALWAYS_INLINE constexpr bool runs_kernel() {
  return !__builtin_is_constant_evaluated() && current_view_context == view_context::kernel;
}

/// Sets the context of the calling thread for the lifetime of the scope.
class view_context_scope {
 public:
  explicit view_context_scope(view_context context) noexcept : outer_(current_view_context) {
    current_view_context = context;
  }
  ~view_context_scope() { current_view_context = outer_; }
  view_context_scope(const view_context_scope&) = delete;
  view_context_scope& operator=(const view_context_scope&) = delete;

 private:
  view_context outer_;
};

}  // namespace milliamp::detail

#endif
