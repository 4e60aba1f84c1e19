/// @file
/// What happens to a launch before it reaches an engine (spec 7, 8.2): a place is chosen for it,
/// and its kernel is copied there.
#ifndef MILLIAMP_DETAIL_SUBMISSION_H
#define MILLIAMP_DETAIL_SUBMISSION_H

#include <milliamp/detail/buffer.h>
#include <milliamp/detail/launch.h>

#include <cstddef>
#include <type_traits>

namespace milliamp {
namespace detail {

/// One launch, from the call of parallel_for_each to its end.
class MILLIAMP_API submission {
 public:
  /// Chooses where to run: on requested, unless that is null or the view for automatic selection;
  /// else where the arrays lie that the kernel refers to; else on the default accelerator. Waits
  /// for what was submitted there before.
  /// @throws concurrency::unsupported_feature when kernels cannot run there
  /// @throws concurrency::runtime_exception when the kernel refers to arrays at different places
  submission(const concurrency::accelerator_view* requested, const void* kernel,
             std::size_t kernel_size);
  submission(const submission&) = delete;
  submission& operator=(const submission&) = delete;

  engine target() const { return target_; }

  /// The kernel as it is on the accelerator. The views in it, and those made from them, own
  /// nothing: that their copies in the kernel's functions do not change a count that threads share.
  template <class Kernel>
  Kernel capture(const Kernel& kernel) {
    const view_context_scope scope(view_context::capture);
    return kernel;
  }

 private:
  engine target_;
};

/// Submits a kernel and calls `run(engine, kernel on the accelerator)`.
template <class Kernel, class Run>
void submit_kernel(const concurrency::accelerator_view* requested, const Kernel& kernel, Run run) {
  submission launch(requested, &kernel, sizeof(Kernel));
  // What can be copied bit by bit has no views in it, and need not be copied for them.
  if constexpr (std::is_copy_constructible_v<Kernel> && !std::is_trivially_copyable_v<Kernel>) {
    const Kernel on_accelerator = launch.capture(kernel);
    run(launch.target(), on_accelerator);
  } else {
    run(launch.target(), kernel);
  }
}

}  // namespace detail
}  // namespace milliamp

#endif
