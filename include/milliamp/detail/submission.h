/// @file
/// What happens to a launch before it reaches an engine (spec 7, 8.2): a place is chosen for it,
/// and its kernel is copied there.
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
namespace coherence {
class shared_buffer;
}

/// One launch, from the call of parallel_for_each to its end.
class MILLIAMP_API submission {
 public:
  /// Chooses where to run: on requested, unless that is null or the view for automatic selection;
  /// else where the arrays lie that the kernel refers to; else on the default accelerator. Waits
  /// for what was submitted there before.
  /// @param is_checked whether the kernel is instrumented
  /// @throws concurrency::unsupported_feature when kernels cannot run there
  /// @throws concurrency::runtime_exception when the kernel refers to arrays at different places
  submission(const concurrency::accelerator_view* requested, const void* kernel,
             std::size_t kernel_size, bool is_checked);
  ~submission();
  submission(const submission&) = delete;
  submission& operator=(const submission&) = delete;

  engine_kind target() const { return target_; }
  /// Whether the kernel is instrumented and runs on REF.
  bool is_watched() const { return is_watched_; }
  /// Whether the views in it see a memory apart from the host's, as that of a graphics card is.
  bool has_memory_apart() const { return has_memory_apart_; }

  /// The kernel as it is on the accelerator. The views in it see the accelerator's memory. They,
  /// and those made from them, own nothing, so that their copies in the kernel's functions do not
  /// change a count that threads share.
  template <class Kernel>
  Kernel capture(const Kernel& kernel) {
    const capturing scope(*this);
    return kernel;
  }
  /// Throws what readying the views' memory has thrown.
  void check_captures() const {
    if (failure_) std::rethrow_exception(failure_);
  }

  /// The submission that the calling thread copies a kernel for, in view_context::capture.
  static submission& current() noexcept;
  /// Where the program called parallel_for_each; known for kernels that are watched.
  const symbolize::stack_trace& launch_site() const { return *launch_site_; }
  /// Readies the memory of a captured view; returns where the kernel finds what the host has at the
  /// address.
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
  bool has_memory_apart_ = false;
  /// Owned. What std::unique_ptr instantiates took a hundredth of the time to compile <amp.h>.
  const symbolize::stack_trace* launch_site_ = nullptr;
  std::exception_ptr failure_;
};

/// Submits a kernel and calls `run(engine, kernel on the accelerator)`.
template <class Kernel, class Run>
MILLIAMP_CHECKED_VARIANT void submit_kernel(const concurrency::accelerator_view* requested,
                                            const Kernel& kernel, Run run) {
  submission launch(requested, &kernel, sizeof(Kernel), MILLIAMP_CHECKED_CODE != 0);
  // What can be copied bit by bit has no views in it, and need not be copied for them.
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
