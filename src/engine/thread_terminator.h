/// @file
/// How a thread of a kernel ends in the midst of it, without running destructors: a function that
/// it has called leaves it.
///
///     const thread_end end = way_out.run([&] { run_thread(); });
#pragma once

#include <csetjmp>

namespace milliamp::detail::engine {

/// How a thread has ended.
enum class thread_end : int {
  returned = 0,
  aborted,  ///< it called direct3d_abort()
  spinning  ///< it was found to wait for what nobody does
};

/// Ends a thread.
class thread_terminator {
 public:
  /// Called on the thread's stack.
  [[noreturn]] virtual void leave(thread_end end) = 0;

 protected:
  ~thread_terminator() = default;
};

/// The place that a thread, or the loop over several of them, was called from on the same stack.
class longjmp_terminator final : public thread_terminator {
 public:
  /// Calls run(), which leave() may end.
  template <class Run>
  thread_end run(Run run) {
    switch (_setjmp(buffer_)) {
      case static_cast<int>(thread_end::returned):
        run();
        return thread_end::returned;
      case static_cast<int>(thread_end::aborted):
        return thread_end::aborted;
      default:
        return thread_end::spinning;
    }
  }

  /// Ends run(), within which the caller is, on the same stack.
  [[noreturn]] void leave(thread_end end) override { std::longjmp(buffer_, static_cast<int>(end)); }

 private:
  std::jmp_buf buffer_;
};

}  // namespace milliamp::detail::engine
