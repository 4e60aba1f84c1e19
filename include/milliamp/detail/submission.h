/// @file
/// The steps of a launch before it reaches an engine (spec 7, 8.2): choosing the accelerator view
/// and copying the kernel there.
#ifndef MILLIAMP_DETAIL_SUBMISSION_H
#define MILLIAMP_DETAIL_SUBMISSION_H

#include <milliamp/detail/buffer.h>
#include <milliamp/detail/launch.h>

#include <cstddef>
#include <exception>
#include <type_traits>

namespace milliamp::detail {

namespace symbolize {
class stack_trace;
}
namespace check {
class launch_captures;
}
namespace coherence {
class shared_buffer;
}

/// One launch, from the call of parallel_for_each to its end.
class MILLIAMP_API submission {
 public:
  /// Chooses the accelerator view: requested, unless that is null or the auto-selection view;
  /// otherwise that of the arrays to which the kernel refers; otherwise that of the default
  /// accelerator. Waits for commands submitted there before.
  /// @param is_checked whether the kernel is instrumented
  /// @throws concurrency::unsupported_feature when kernels cannot run there
  /// @throws concurrency::runtime_exception when the kernel refers to arrays on different
  ///   accelerator views
  submission(const concurrency::accelerator_view* requested, const void* kernel,
             std::size_t kernel_size, bool is_checked);
  ~submission();
  submission(const submission&) = delete;
  submission& operator=(const submission&) = delete;

  engine_kind target() const { return target_; }
  /// Whether the kernel is instrumented and runs on REF.
  bool is_watched() const { return is_watched_; }
  /// Whether captured views access memory separate from the host's, like that of a graphics card.
  bool has_separate_memory() const { return has_separate_memory_; }

  /// Returns the kernel for the accelerator. Its views access the accelerator's memory. They, and
  /// views made from them, are non-owning, so that copies in the kernel's functions do not change a
  /// reference count that threads share.
  template <class Kernel>
  Kernel capture(const Kernel& kernel) {
    const capturing scope(*this);
    return kernel;
  }
  /// Rethrows the exception of a failed attempt to prepare the memory of a view.
  void check_captures() const {
    if (failure_) std::rethrow_exception(failure_);
  }

  /// The submission for which the calling thread copies a kernel, in view_context::capture.
  static submission& current() noexcept;
  /// The call stack of parallel_for_each; known only if is_watched().
  const symbolize::stack_trace& launch_site() const { return *launch_site_; }
  /// Prepares the memory of a captured view. Returns the address of the kernel's copy of the data
  /// at address on the host.
  void* take(coherence::shared_buffer& memory, void* address, bool writable) noexcept;

 private:
  class MILLIAMP_API capturing {
   public:
    explicit capturing(submission& launch) noexcept;
    ~capturing();
    capturing(const capturing&) = delete;
    capturing& operator=(const capturing&) = delete;

   private:
    submission* outer_;
    view_context_scope context_{view_context::capture};
  };

  engine_kind target_;
  bool is_watched_ = false;
  bool has_separate_memory_ = false;
  // Owning. Instantiating std::unique_ptr took 1 % of the time to compile <amp.h>.
  const symbolize::stack_trace* launch_site_ = nullptr;
  const check::launch_captures* captures_ = nullptr;
  std::exception_ptr failure_;
};

/// Submits a kernel and calls `run(engine, kernel for the accelerator)`.
template <class Kernel, class Run>
MILLIAMP_CHECKED_VARIANT void submit_kernel(const concurrency::accelerator_view* requested,
                                            const Kernel& kernel, Run run) {
  submission launch(requested, &kernel, sizeof(Kernel), MILLIAMP_CHECKED_CODE != 0);
  // A trivially copyable kernel contains no views and needs no copy.
  if constexpr (std::is_copy_constructible_v<Kernel> && !std::is_trivially_copyable_v<Kernel>) {
    const Kernel on_accelerator = launch.capture(kernel);
    launch.check_captures();
    run(launch.target(), on_accelerator);
  } else {
    run(launch.target(), kernel);
  }
}

}  // namespace milliamp::detail

#endif
