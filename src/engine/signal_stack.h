/// @file
/// The stack on which a thread's signal handlers run: its own may be full when it faults.
#pragma once

#include <signal.h>

#include <cstddef>
#include <memory>

namespace milliamp::detail::engine {

/// Gives the calling thread a signal stack that is large enough to symbolize a crash. A larger one
/// of the program stays. A smaller one, such as AddressSanitizer's, is put back by the destructor,
/// which must run on the same thread.
class signal_stack {
 public:
  signal_stack();
  ~signal_stack();
  signal_stack(const signal_stack&) = delete;
  signal_stack& operator=(const signal_stack&) = delete;

 private:
  std::unique_ptr<std::byte[]> memory_;
  stack_t previous_{};
};

}  // namespace milliamp::detail::engine
