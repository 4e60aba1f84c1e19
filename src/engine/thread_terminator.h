/// @file
/// Ends a kernel thread at any point, without running destructors.
///
///     const thread_end end = terminator.run([&] { run_thread(); });
#pragma once

#include <csetjmp>

namespace milliamp::detail::engine {

/// The reason why a thread has ended.
enum class thread_end : int {
  returned = 0,
  aborted,  ///< it called direct3d_abort(), or was about to damage the process
  spinning  ///< it was waiting in a loop for another thread
};

/// Ends the running thread.
class thread_terminator {
 public:
  /// Called on the thread's stack.
  [[noreturn]] virtual void leave(thread_end end) = 0;

 protected:
  ~thread_terminator() = default;
};

/// Ends threads that run on the stack of the function that called them.
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

  /// Returns to run(), which is an outer frame on this stack.
  [[noreturn]] void leave(thread_end end) override { std::longjmp(buffer_, static_cast<int>(end)); }

 private:
  std::jmp_buf buffer_;
};

}  // namespace milliamp::detail::engine
