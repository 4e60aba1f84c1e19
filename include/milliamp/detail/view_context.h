/// @file
/// What a thread is doing as it makes views, which decides whether they own what they view.
#ifndef MILLIAMP_DETAIL_VIEW_CONTEXT_H
#define MILLIAMP_DETAIL_VIEW_CONTEXT_H

#include <milliamp/detail/checked.h>
#include <milliamp/export.h>

namespace milliamp::detail {

/// What the views that a thread makes are to be.
enum class view_context : unsigned char {
  host,     ///< owners, too, of the memory that they view
  capture,  ///< the kernel's: its views own nothing, and see the memory of the accelerator
  kernel    ///< made from the kernel's, or from arrays that are there for as long as it runs
};

/// The context of the calling thread. It is read for each copy of an owning view, so its address is
/// found without a call.
extern MILLIAMP_API __thread view_context current_view_context
    __attribute__((tls_model("initial-exec")));

/// Tells the compiler that the calling thread runs a kernel: there, what is for hosts alone costs
/// nothing. (A kernel's stores to its data cannot alias the context, which has a type of its own.)
MILLIAMP_ALWAYS_INLINE void assume_in_kernel() {
#if !MILLIAMP_CHECKED_CODE
  if (current_view_context != view_context::kernel) __builtin_unreachable();
#endif
}

/// Sets the context of the calling thread for as long as it lives.
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
