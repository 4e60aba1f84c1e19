/// @file
/// What runs on the calling thread: the one answer for the engines, the entry points of
/// instrumented code, and everything that asks whether an access belongs to a kernel.
///
///     if (check::checker* checker = base::this_thread.checker) checker->access<4>(address, …);
#pragma once

namespace milliamp::detail {

// Higher layers own these; here they are only pointed to.
namespace engine {
class worker;
}
namespace check {
class checker;
}

namespace base {

/// The state of one thread of the process.
struct thread_state {
  /// Observes the accesses of the kernel's thread that runs on REF; null on the host, on WARP, and
  /// while a scoped_ignore lives.
  check::checker* checker = nullptr;
  /// The checker that a scoped_ignore has put aside.
  check::checker* ignoring_checker = nullptr;
  /// What the thread keeps to run kernels; null before its first launch and after its last.
  engine::worker* worker = nullptr;
  /// A scoped_ignore lives.
  bool is_ignoring = false;
  /// The thread is ending: its worker has been destroyed.
  bool is_ending = false;

  /// The checker of the kernel's thread, whether or not a scoped_ignore lives; null on the host.
  check::checker* kernel_checker() const { return checker != nullptr ? checker : ignoring_checker; }
};

/// Read at every instrumented access: initial-exec finds its address without a call.
inline constinit thread_local thread_state this_thread
    __attribute__((tls_model("initial-exec"))) = {};

}  // namespace base
}  // namespace milliamp::detail
