/// @file
/// What the calling OS thread is running. The engines, the entry points of instrumented code and
/// everything else that must know whether an access belongs to a kernel use this one record.
///
///     if (check::checker* checker = base::this_thread.checker) checker->access<4, op>(address, …);
#pragma once

namespace milliamp::detail {

struct tile;  // milliamp/detail/tile.h

// Defined by higher layers.
namespace engine {
class worker;
}
namespace check {
class checker;
}

namespace base {

/// The state of one OS thread.
struct thread_state {
  /// Observes the accesses of the kernel thread running on REF. Null on the host, on WARP and
  /// within a scoped_ignore.
  check::checker* checker = nullptr;
  /// The checker that a scoped_ignore disabled.
  check::checker* ignoring_checker = nullptr;
  /// Null before the thread's first launch and after the worker's destruction.
  engine::worker* worker = nullptr;
  /// The tile of REF whose threads run. Null also if they run with a policy.
  detail::tile* tile = nullptr;
  /// Within a scoped_ignore.
  bool is_ignoring = false;
  /// Set when the worker of the exiting OS thread has been destroyed.
  bool is_ending = false;

  /// The checker of the running kernel thread, also within a scoped_ignore; null on the host.
  check::checker* kernel_checker() const { return checker != nullptr ? checker : ignoring_checker; }
};

/// Read at every instrumented access: initial-exec finds the address without a call.
inline constinit thread_local thread_state this_thread
    __attribute__((tls_model("initial-exec"))) = {};

}  // namespace base
}  // namespace milliamp::detail
