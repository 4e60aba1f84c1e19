#include "engine/stack_overflow.h"

#include "engine/previous_handler.h"
#include "engine/worker.h"

#include <signal.h>
#include <unistd.h>

#include <cstdio>
#include <mutex>

namespace milliamp::detail {

namespace {

constexpr std::size_t signal_stack_size = 64 * 1024;

struct sigaction previous_action;

void say(const stack_overflow& found) {
  const std::string message = "milliamp: stack overflow in a kernel: thread " +
                              to_string(found.thread) + " needs more than its stack of " +
                              std::to_string(found.stack_size / 1024) +
                              " KiB; use less stack in the kernel, or give its threads more with "
                              "MILLIAMP_OPTIONS=stack_size=KIB\n";
  [[maybe_unused]] const auto written = write(STDERR_FILENO, message.data(), message.size());
}

/// The process is about to die of the fault. What the handler calls is not all async-signal-safe,
/// but a fault in a kernel's own frame holds no lock of the C library, with rare exceptions that
/// cost the message.
void handle_fault(int signal, siginfo_t* info, void* context) {
  if (const worker* w = worker::existing(); w != nullptr && w->in_kernel()) {
    if (const auto found = w->find_overflow(info->si_addr)) {
      say(*found);
      ::signal(signal, SIG_DFL);  // the faulting access, run again, ends the process
      return;
    }
  }
  if (!call_previous_handler(previous_action, signal, info, context)) ::signal(signal, SIG_DFL);
}

}  // namespace

void watch_for_stack_overflows() {
  static std::once_flag once;
  std::call_once(once, [] {
    struct sigaction action {};
    action.sa_sigaction = &handle_fault;
    action.sa_flags = SA_SIGINFO | SA_ONSTACK;
    sigemptyset(&action.sa_mask);
    sigaction(SIGSEGV, &action, &previous_action);
  });
}

std::unique_ptr<std::byte[]> make_signal_stack() {
  stack_t present{};
  sigaltstack(nullptr, &present);
  if ((present.ss_flags & SS_DISABLE) == 0) return nullptr;
  auto stack = std::make_unique<std::byte[]>(signal_stack_size);
  stack_t wanted{};
  wanted.ss_sp = stack.get();
  wanted.ss_size = signal_stack_size;
  sigaltstack(&wanted, nullptr);
  return stack;
}

void remove_signal_stack(const std::unique_ptr<std::byte[]>& stack) {
  if (stack == nullptr) return;
  stack_t present{};
  sigaltstack(nullptr, &present);
  if (present.ss_sp != stack.get()) return;
  stack_t none{};
  none.ss_flags = SS_DISABLE;
  sigaltstack(&none, nullptr);
}

}  // namespace milliamp::detail
